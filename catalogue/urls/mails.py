"""The mails of the house: how they went, and their words."""

from django.urls import path

from catalogue.views import mail_texts, mails

urlpatterns = [
    path("courriels/", mails.index, name="mails"),
    path("courriels/<int:mail_id>/renvoyer/", mails.send_again, name="mail_send_again"),
    path("reglages/courriels/", mail_texts.index, name="mail_texts"),
    path("reglages/courriels/<str:kind>/", mail_texts.one, name="mail_text"),
    path("reglages/courriels/<str:kind>/origine/", mail_texts.restore, name="mail_text_restore"),
]
