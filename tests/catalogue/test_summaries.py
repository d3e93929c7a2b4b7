"""A librarian writes the rules of a game in her own words: page, sheet, quiz, and nothing lost on the way."""

import re
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from pypdf import PdfReader

from catalogue.models import Answer, JournalEntry, Question, Record, Role, Summary
from catalogue.queries import lists
from catalogue.search import Query, search
from catalogue.services import summaries, versions
from ludotheque import markup, pictures
from tests.make import make_question, make_record, make_summary, make_user

LONG = "Une phrase de règle, assez longue pour remplir une ligne entière de la feuille imprimée.\n\n" * 60


@pytest.fixture
def record(db) -> Record:
    return make_record("Œuf de Noël", min_players=2, max_players=4)


@pytest.fixture
def staff(login, db):
    return login(make_user(role=Role.LIBRARIAN))


def text_of(response) -> str:
    return response.content.decode()


def said_in(sheet) -> str:
    """The words of a PDF."""
    return "".join(page.extract_text() for page in PdfReader(BytesIO(sheet.content)).pages)


def form_of(*questions: dict, seen: str = "", **texts: str) -> dict:
    """What a browser sends."""
    sent = {"seen": seen, "q-TOTAL_FORMS": str(len(questions)), "q-INITIAL_FORMS": "0", **texts}
    for number, question in enumerate(questions):
        sent |= {f"q-{number}-{name}": value for name, value in question.items()}
    return sent


ASKED = {
    "text": "Qui commence ?",
    "answer_1": "Le plus jeune",
    "answer_3": "Personne",
    "right": "1",
    "explanation": "Le plus jeune commence toujours.",
}


# --- simple formatting


def test_it_knows_paragraphs_lists_and_bold_and_nothing_else():
    said = markup.html("**Œuf** d'or\n\n• un\n• deux\n\n3) a\n4) b\n\n[x](javascript:y) <b>z</b> # non")
    assert re.findall(r"<(\w+)", said) == [
        *["p", "strong", "ul", "li", "li", "ol", "li", "span", "li", "span", "p"]
    ]
    assert '<span class="step">4</span> b' in said
    assert "[x](javascript:y) &lt;b&gt;z&lt;/b&gt; # non" in said


# --- services


def test_writing_it_makes_rules_of_it_which_search_finds(record, client):
    assert not record.has_rules
    assert list(lists.records("", without="regle")) == [record]
    make_summary(record, goal="Ramasser les **coquilles** brisées.")
    assert not lists.records("", without="regle")
    assert Record.objects.get(pk=record.pk).has_rules
    assert [one.title for one in search(Query(text="coquille")).records] == [record.title]
    assert f"/jeux/{record.slug}/regles/" in text_of(client.get("/sitemap-regles.xml"))
    entry = JournalEntry.objects.latest("id")
    assert (entry.verb, entry.subject_type) == ("create", "summary")
    assert entry.after["goal"] == "Ramasser les **coquilles** brisées."


def test_a_question_keeps_its_row_when_it_moves_or_its_words_change(record):
    summary = make_summary(record, questions=2)
    first, second = summary.questions.all()
    moved = make_question("Autre ?", right="Oui 2")
    summaries.write(
        record_id=record.pk,
        actor=None,
        texts=summary.texts,
        questions=[
            summaries.Asked(moved.text, moved.answers, 1, "Parce que.", pk=second.pk),
            summaries.Asked(first.text, ("Oui 1", "Personne"), 0, first.explanation, pk=first.pk),
        ],
    )
    assert [one.pk for one in summary.questions.all()] == [second.pk, first.pk]
    assert [one.right for one in summary.questions.all()[0].answers.all()] == [False, True]


def test_a_question_of_another_game_is_not_taken_over(record):
    other = make_summary("Autre").questions.get()
    asked = make_question()
    mine = summaries.Asked(asked.text, asked.answers, 0, asked.explanation, pk=other.pk)
    make_summary(record, questions=[mine])
    assert Question.objects.get(pk=other.pk).summary.record.title == "Autre"
    assert Question.objects.count() == 2


def test_the_database_holds_what_a_summary_is(record):
    question = make_summary(record).questions.get()
    for broken in (
        lambda: Summary.objects.create(record=make_record("Vide")),
        lambda: Answer.objects.create(question=question, text="Deux justes", right=True),
        lambda: Answer.objects.create(question=question, text="Personne"),
        lambda: Question.objects.create(summary=question.summary, text="Sans pourquoi", explanation=""),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            broken()


def test_nobody_writes_over_somebody_elses_work(record):
    with pytest.raises(versions.Changed):
        summaries.write(
            record_id=record.pk,
            actor=None,
            texts={"goal": "Trop tard."},
            seen=make_summary(record, goal="D'abord.").updated_at.replace(year=2000),
        )
    with pytest.raises(versions.Changed):
        summaries.write(record_id=record.pk, actor=None, texts={"goal": "Trop tard."}, anew=True)
    assert Summary.objects.get().goal == "D'abord."


# --- the form


def test_a_librarian_writes_it_and_finds_it_again(staff, record):
    page = f"/gestion/notices/{record.pk}/resume/"
    assert "Règle à écrire" in text_of(staff.get(page))
    sent = form_of(ASKED, {}, goal="Trouver l’**œuf**.\r\n\r\nVite.", ending="Plus d’œuf.")
    answer = staff.post(page, sent)
    assert answer.status_code == 302
    saved = Summary.objects.get()
    assert saved.questions.get().answers.count() == 2
    shown = text_of(staff.get(page))
    assert "Qui commence ?" in shown
    assert "Le plus jeune" in shown
    assert saved.updated_at.isoformat() in shown.replace("&#x2B;", "+")


def test_what_is_missing_is_said_where_it_is_missing(staff, record):
    page = f"/gestion/notices/{record.pk}/resume/"
    broken = {"text": "Et alors ?", "answer_1": "Oui", "answer_2": "oui", "right": "3"}
    answer = staff.post(page, form_of(broken))
    said = text_of(answer)
    assert answer.status_code == 422
    for words in (
        "au moins une partie",
        "disent la même chose",
        "La réponse marquée juste est vide",
        "pourquoi",
    ):
        assert words in said, words
    assert "Et alors ?" in said
    assert not Summary.objects.exists()


@pytest.mark.parametrize(
    ("act", "order"),
    [
        ("monter-2", "BAC"),
        ("descendre-2", "ACB"),
        ("retirer-1", "BC"),
        ("monter-1", "ABC"),
        ("monter-9", "ABC"),
    ],
)
def test_questions_are_put_in_order_by_buttons_and_keep_what_was_typed(staff, record, act, order):
    rows = [{**ASKED, "text": f"Question {letter}"} for letter in "ABC"]
    answer = staff.post(f"/gestion/notices/{record.pk}/resume/", form_of(*rows, goal="But", faire=act))
    said = text_of(answer)
    assert answer.status_code == 200
    assert "".join(re.findall(r'value="Question ([ABC])"', said)) == order
    assert said.count(" checked") == len(order)
    assert ">\nBut</textarea>" in said
    assert not Summary.objects.exists()


def test_of_two_tabs_the_later_is_told_and_loses_nothing(staff, record):
    page = f"/gestion/notices/{record.pk}/resume/"
    make_summary(record, goal="D’un autre onglet.", questions=1)
    answer = staff.post(page, form_of(ASKED, goal="De celui-ci."))
    said = text_of(answer)
    assert answer.status_code == 409
    for words in ("De celui-ci.", "D’un autre onglet.", "Qui commence ?", "Oui 1 (juste)"):
        assert words in said, words
    assert Summary.objects.get().goal == "D’un autre onglet."
    seen = re.search(r'name="seen" value="([^"]+)"', said)[1].replace("&#x2B;", "+")
    assert staff.post(page, form_of(ASKED, goal="De celui-ci.", seen=seen)).status_code == 302
    assert Summary.objects.get().goal == "De celui-ci."


def test_the_last_change_is_undone_once_with_its_questions(staff, record):
    kept = make_summary(record, goal="Avant", questions=2).questions.all()[1]
    page = f"/gestion/notices/{record.pk}/resume/"
    assert "Annuler cette modification" not in text_of(staff.get(page))
    row = summaries.Asked("Question 2 ?", ("Non", "Oui"), 1, "Parce que.", pk=kept.pk)
    summaries.write(record_id=record.pk, actor=None, texts={"goal": "Après"}, questions=[row])
    said = text_of(staff.get(page))
    assert "But du jeu, Questions." in said
    line = re.search(r'name="ligne" value="(\d+)"', said)[1]
    staff.post(f"{page}annuler/", {"ligne": line})
    summary = Summary.objects.get()
    assert summary.goal == "Avant"
    assert [one.text for one in summary.questions.all()] == ["Question 1 ?", "Question 2 ?"]
    assert summary.questions.all()[1].pk == kept.pk
    assert [one.text for one in kept.answers.all()] == ["Oui 2", "Personne"]
    said = text_of(staff.post(f"{page}annuler/", {"ligne": line}, follow=True))
    assert "Rien n’est annulé" in said
    assert Summary.objects.get().goal == "Avant"


def test_removing_it_asks_first_and_says_what_goes(staff, record):
    make_summary(record, goal="But", ending="Fin", questions=2)
    page = f"/gestion/notices/{record.pk}/resume/supprimer/"
    said = text_of(staff.get(page))
    assert "But du jeu, Fin de la partie" in said
    assert "2 questions" in said
    assert staff.post(page).status_code == 302
    assert not Summary.objects.exists()
    assert not Question.objects.exists()
    assert JournalEntry.objects.latest("id").before["ending"] == "Fin"


def test_a_summary_that_was_deleted_is_put_back_with_its_quiz(staff, record):
    make_summary(record, goal="But", ending="Fin", questions=2)
    page = f"/gestion/notices/{record.pk}/resume/"
    assert "Remettre ce résumé" not in text_of(staff.get(page))
    gone = text_of(staff.post(f"{page}supprimer/", follow=True))
    assert "But du jeu, Fin de la partie, quiz de 2\xa0questions" in gone
    line = {"ligne": re.search(r'name="ligne" value="(\d+)"', gone)[1]}
    assert "est remis" in text_of(staff.post(f"{page}remettre/", line, follow=True))
    summary = Summary.objects.get()
    assert (summary.goal, summary.ending) == ("But", "Fin")
    assert [one.answers.get(right=True).text for one in summary.questions.all()] == ["Oui 1", "Oui 2"]
    for spent in (line, {"ligne": "x"}):
        assert "Rien n’est remis" in text_of(staff.post(f"{page}remettre/", spent, follow=True))


def test_what_it_said_stays_in_the_journal_when_its_record_goes(staff, record):
    make_summary(record, goal="But")
    page = f"/gestion/notices/{record.pk}/supprimer/"
    assert "le résumé et son quiz" in text_of(staff.get(page))
    staff.post(page)
    assert JournalEntry.objects.get(subject_type="summary", verb="delete").before["goal"] == "But"


# --- preview, page and sheet


def test_the_preview_shows_page_and_sheet_of_what_is_not_saved_yet(staff, record):
    page = f"/gestion/notices/{record.pk}/resume/"
    said = text_of(staff.post(page, form_of(ASKED, goal="L’**œuf**", faire="apercu-a4")))
    assert "<strong>œuf</strong>" in said
    assert said.count('src="data:image/png;base64,') == 1
    assert "La feuille prend 1 face." in said
    assert 'value="Qui commence ?"' in said
    assert not Summary.objects.exists()
    assert "Rien à montrer" in text_of(staff.post(page, form_of(faire="apercu-a4")))


def test_what_is_too_long_for_a_sheet_is_printed_whole_and_said_beforehand(staff, client, record):
    texts = dict.fromkeys(("setup", "turn", "special"), LONG)
    said = text_of(staff.post(f"/gestion/notices/{record.pk}/resume/", form_of(faire="apercu-a4", **texts)))
    sides = int(re.search(r"(\d+) faces au lieu de 2", said)[1])
    assert "Rien n’est coupé" in said
    make_summary(record, **texts, ending="Le tout dernier mot.")
    sheet = client.get(f"/jeux/{record.slug}/regles.pdf")
    whole = "".join(said_in(sheet).split())
    assert whole.count("assezlonguepourremplir") == 180
    assert "Letoutderniermot." in whole
    count, drawn = pictures.of_pages(sheet.content, at_most=2, scale=0.2)
    assert count >= sides > 2
    assert [one[:4] for one in drawn] == [b"\x89PNG"] * 2


def test_page_and_sheet_show_every_part_and_follow_each_change(client, record):
    make_summary(record, goal="L’**or**", turn="- piocher\n- poser", ending="Noël", questions=1)
    page = text_of(client.get(f"/jeux/{record.slug}/regles/"))
    for words in ("<strong>or</strong>", "<li>piocher</li>", "Fin de la partie", "Faire le quiz"):
        assert words in page, words
    assert "Cas particuliers" not in page
    sheet = client.get(f"/jeux/{record.slug}/regles.pdf?format=a5")
    said = said_in(sheet)
    assert "piocher" in said
    assert "Noël" in said
    make_summary(record, goal="L’argent")
    assert client.get(sheet.request["PATH_INFO"] + "?format=a5")["ETag"] != sheet["ETag"]


def test_a_game_with_articles_keeps_them_and_names_the_summary_as_the_houses_own(client, db, monkeypatch):
    printed = []
    monkeypatch.setattr("games.summaries.render", lambda summary, **_: printed.append(summary) or b"%PDF")
    uno = make_record("Uno", game="uno")
    make_summary(uno, goal="Vider sa **main**.")
    page = text_of(client.get("/jeux/uno/regles/"))
    assert "Le résumé de la ludothèque" in page
    assert "<strong>main</strong>" in page
    assert page.index("article-1") < page.index("Le résumé de la ludothèque")
    client.get("/jeux/uno/regles.pdf")
    assert printed[0].articles
    assert not printed[0].parts


def test_what_has_no_rules_shows_no_buttons_but_to_who_may_write(client, staff, record):
    page = text_of(client.get(record.get_absolute_url()))
    assert "Lire la règle" not in page
    assert "Faire le quiz" not in page
    assert "écrire" not in page
    assert "Règle à écrire" in text_of(staff.get(record.get_absolute_url()))
    assert "à écrire" in text_of(staff.get(f"/gestion/notices/{record.pk}/"))
    shelf = text_of(staff.get("/gestion/rayons/?liste=sans-resume"))
    assert f'href="/gestion/notices/{record.pk}/resume/"' in shelf
    make_summary(record)
    page = text_of(client.get(record.get_absolute_url()))
    assert "Lire la règle" in page
    assert "Imprimer la règle" in page
    assert "Faire le quiz" in page


# --- the quiz


def start(client, record) -> str:
    client.post(f"/jeux/{record.slug}/quiz/", {"new": "1"})
    return text_of(client.get(f"/jeux/{record.slug}/quiz/"))


def sent(page: str, answer: str) -> dict:
    """What the button with that answer sends."""
    fields = {name: re.search(rf'name="{name}" value="([^"]+)"', page)[1] for name in ("quiz", "q")}
    return {**fields, "answer": re.search(rf'value="(\d+)"[^>]*><span><b>{answer}', page)[1]}


def test_ten_questions_are_asked_each_once_and_the_score_is_told(client, record):
    make_summary(record, questions=12)
    address, page = f"/jeux/{record.slug}/quiz/", start(client, record)
    asked = set()
    for number in range(1, 11):
        assert f"Question <b>{number}</b> sur 10" in page
        asked.add(re.search(r'id="ask"[^>]*>Question (\d+)', page)[1])
        answer = client.post(address, sent(page, "Personne" if number == 3 else "Oui"))
        assert answer.status_code == 303
        told = text_of(client.get(answer["Location"]))
        assert ("La bonne réponse était" in told) == (number == 3)
        assert "C’est la règle" in told
        page = text_of(client.get(address))
    assert len(asked) == 10
    assert "<b>9</b> sur 10" in page


def test_the_best_score_is_kept_for_the_next_time(client, record):
    make_summary(record, questions=2)
    address = f"/jeux/{record.slug}/quiz/"
    for answers, best in (
        (("Oui", "Personne"), "1 sur 2"),
        (("Oui", "Oui"), "2 sur 2"),
        (("Personne", "Oui"), "2 sur 2"),
    ):
        page = start(client, record)
        for answer in answers:
            client.post(address, sent(page, answer))
            page = text_of(client.get(address))
        assert f"Ton meilleur score\u202f: {best}" in page
    begun = start(client, record)
    client.post(address, sent(begun, "Personne"))
    assert client.session["quiz-best"][record.slug] == [2, 2]  # one that is not done counts for nothing
    assert page.count("result-wrong") == 1
    assert "C’est la règle\u202f: oui" in page


def test_the_first_answer_counts_and_what_is_stale_or_unreadable_changes_nothing(client, record):
    make_summary(record, questions=2)
    address, page = f"/jeux/{record.slug}/quiz/", start(client, record)
    wrong = sent(page, "Personne")
    assert client.post(address, {**wrong, "answer": "1 or 1"}).status_code == 422
    assert client.post(address, {**wrong, "quiz": "another"}).status_code == 409
    assert client.post(address, {**wrong, "q": "x"}).status_code == 409
    client.post(address, wrong)
    client.post(address, sent(page, "Oui"))
    assert "Raté" in text_of(client.get(f"{address}?q=1"))


def test_a_quiz_survives_that_questions_are_changed_under_it(client, record):
    summary = make_summary(record, questions=2)
    address, page = f"/jeux/{record.slug}/quiz/", start(client, record)
    client.post(address, sent(page, "Oui"))
    summary.questions.get(pk=sent(page, "Oui")["q"]).delete()
    assert "Question <b>1</b> sur 1" in text_of(client.get(address))
    make_summary(record, questions=0)
    assert client.get(address).status_code == 404
    make_summary(record, questions=1)
    assert client.post(address, sent(page, "Oui")).status_code == 409


def test_a_quiz_is_nobodys_business_and_hidden_with_its_draft(client, staff, record):
    make_summary(record)
    answer = client.get(f"/jeux/{record.slug}/quiz/")
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
    assert client.get("/jeux/Œuf de Noël/quiz/")["Location"] == f"/jeux/{record.slug}/quiz/"
    Record.objects.filter(pk=record.pk).update(draft=True)
    for ending in ("quiz/", "regles/", "regles.pdf"):
        assert client.get(f"/jeux/{record.slug}/{ending}").status_code == 404
        assert staff.get(f"/jeux/{record.slug}/{ending}").status_code == 200


def test_pages_take_few_queries(client, staff, record, budget):
    make_summary(record, questions=20)
    with budget("quiz"):
        client.get(f"/jeux/{record.slug}/quiz/")
    with budget("rules"):
        client.get(f"/jeux/{record.slug}/regles/")
    with budget("summary_form"):
        staff.get(f"/gestion/notices/{record.pk}/resume/")


def test_saving_what_is_there_already_moves_no_date(record):
    written = summaries.write(record_id=record.pk, actor=None, texts={"goal": "But"})
    summaries.write(record_id=record.pk, actor=None, texts={"goal": "But"})
    assert Summary.objects.get().updated_at == written.updated_at
