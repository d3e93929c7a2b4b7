"""What the engines' speed is measured against: the least a game can cost, and peers where installed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def floor_game(rng: Random) -> int:
    """The least a card game can cost: draw one, discard one, until the deck is empty."""
    deck = list(range(108))
    rng.shuffle(deck)
    hands = [[deck.pop() for _ in range(7)] for _ in range(2)]
    discard: list[int] = []
    decisions = seat = 0
    while deck:
        hand = hands[seat]
        hand.append(deck.pop())
        at = int(rng.random() * len(hand))
        discard.append(hand.pop(at))
        seat = 1 - seat
        decisions += 1
    return decisions


def rlcard_game() -> Callable[[Random], int]:
    """RLCard's Uno, bare: its rules without its states."""
    from rlcard.games.uno import Game

    def play(rng: Random) -> int:
        game = Game()
        game.init_game()
        table, players, decisions = game.round, game.players, 0
        while not table.is_over:
            actions = table.get_legal_actions(players, table.current_player)
            table.proceed_round(players, actions[int(rng.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def open_spiel_game() -> Callable[[Random], int]:
    """OpenSpiel's crazy_eights: C++, driven from Python as a bot here would."""
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=2)")

    def play(rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()  # of chance too; with one deck they are all as likely
            decisions += not state.is_chance_node()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return decisions

    return play
