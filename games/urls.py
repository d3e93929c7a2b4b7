from django.urls import path

from games.views import learn, play, quiz, replay, wishes

app_name = "games"
urlpatterns = [
    path("", learn.index, name="index"),
    path("quelqu-un-d-autre/", learn.forget, name="forget"),
    path("mots-simples/", wishes.simple, name="simple"),
    path("aide/", wishes.help, name="help"),
    path("parties/<uuid:id>/", play.match, name="match"),
    path("parties/<uuid:id>/coup/", play.move, name="move"),
    path("parties/<uuid:id>/suite/", play.go_on, name="go_on"),
    path("parties/<uuid:id>/annuler/", play.take_back, name="take_back"),
    path("parties/<uuid:id>/encore/", play.again, name="again"),
    path("parties/<uuid:id>/histoire/", play.story, name="story"),
    path("parties/<uuid:id>/partie.txt", play.record, name="match_record"),
    path("parties/<uuid:id>/revoir/", replay.replay, name="replay"),
    path("<slug:game>/", learn.game, name="game"),
    path("<slug:game>/lecons/<slug:lesson>/", learn.lesson, name="lesson"),
    path("<slug:game>/quiz/", quiz.quiz, name="quiz"),
    path("<slug:game>/parties/", play.start, name="start"),
    path("<slug:game>/partie-relue/", replay.reload, name="reload"),
]
