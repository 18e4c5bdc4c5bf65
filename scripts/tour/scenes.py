"""The five scenes of docs/tour.md, in their order. Each begins where the one before has ended."""

import datetime
import pathlib

PLANT = pathlib.Path(__file__).resolve().parents[2] / "docs/samples/picture.png"
PIN = "the pin of ada"
# How wide the terminals are, in columns.
WIDE, NARROW = 80, 60


def tasks(stage):
    """Tasks, one of them protected, and a reminder."""
    ada = stage.ada
    ada.vault("pin", "set", "--pin-stdin", typed=f"{PIN}\n")
    ada.vault("add", "Move house", "--due", "in 8 days", "--project", "home", "--subtask", "Pack", "--subtask", "Hand over keys")
    ada.vault("add", "Take out the bins", "--due", "in 3 days", "--repeat", "weekly", "--tag", "house")
    ada.vault("add", "Renew the passport", "--priority", "high")
    ada.vault("add", "--protected", "--label", "Spare key", "-", typed="Under the third flowerpot, behind the shed.")
    key = ada.json("list", "is:protected")["tasks"][0]["shortId"]
    ada.vault("reveal", key, "--plain", "--pin-stdin", typed=f"{PIN}\n")
    with stage.window(WIDE, 9) as window:
        window.run('vault add "Call the plumber" --due "tomorrow 9:00" --notify')
        window.run("vault list")
        window.picture(stage.picture("tasks"))
    ada.vault("lock")
    with stage.window(NARROW, 6) as window:
        window.run(f"vault reveal {key}", shows="PIN.*: $")
        window.answer(PIN, shows="Any key hides this")
        window.picture(stage.picture("reveal"))
    due = datetime.datetime.now() + datetime.timedelta(seconds=75)
    stage.desktop.notification_of(
        lambda: ada.vault("add", "Take out the bread", "--due", f"{due:%H:%M}", "--notify"), stage.picture("reminder"), 120)
    ada.vault("done", ada.json("list", "bread")["tasks"][0]["shortId"])


def login(stage):
    """A login, a push to somebody by their alias, and a server that goes and comes back."""
    stage.grace.log_in(stage.server.url)
    stage.ada.write("bread.apns", {"aps": {"alert": {"title": "There is fresh bread", "body": "Take what you like."}}, "kind": "notice"})
    with stage.window(WIDE, 6) as window:
        window.run(f"vault login --email {stage.ada.email} --server {stage.server.url}", shows="assword.*: $")
        window.answer(stage.ada.password)
        window.run(f"vault push send bread.apns --to alias:{user_of(stage.grace)}")
        window.picture(stage.picture("login"))
    with stage.window(WIDE, 15) as window:
        stage.stop_server()
        window.run("vault status")
        stage.start_server()
        window.run("vault status")
        window.picture(stage.picture("reconnect"))


def pushes(stage):
    """What is pushed: on the desktop, in the list, with its picture, and on a live view."""
    ada, grace = user_of(stage.ada), stage.grace
    due = datetime.datetime.now(datetime.timezone.utc).replace(hour=18, minute=0, second=0, microsecond=0) + datetime.timedelta(days=1)
    grace.home.path("home", "plant.png").write_bytes(PLANT.read_bytes())
    grace.write("plants.apns", {
        "aps": {"alert": {"title": "Water the plants", "body": "The ones on the balcony first."}}, "kind": "task", "notify": True,
        "image": "plant.png", "due": f"{due:%Y-%m-%dT%H:%M:%SZ}"})
    stage.desktop.notification_of(
        lambda: grace.vault("push", "send", "plants.apns", "--to", f"alias:{ada}"), stage.picture("notification"), 60)
    grace.vault("follow", ada)
    heating = {"title": "The heating is serviced on Friday", "body": "Somebody has to be at home from eight to ten."}
    grace.push({"aps": {"alert": heating}, "kind": "notice"}, ada)
    stage.ada.await_items(3)
    with stage.window(WIDE, 11) as window:
        window.run("vault inbox")
        window.picture(stage.picture("inbox"))
    with stage.window(NARROW, 20) as window:
        window.run("vault inbox show 1", shows="q back")
        window.picture(stage.picture("item"))
    with stage.window(WIDE, 15) as window:
        window.run("vault inbox watch", shows="q quit")
        grace.push({"aps": {"alert": {"title": "Buy tomatoes", "body": "A kilo, for the soup on Sunday."}}, "kind": "task"}, ada)
        window.wait_for("Enter opens it")
        window.picture(stage.picture("banner"))


def channel(stage):
    """A channel: what was written, how far it has come, and a message while it is open."""
    stage.administer("channel", "create", "--title", "Allotment", "--description", "Who waters when")
    for person in (stage.grace, stage.ada):
        person.vault("channels", "join", "allotment")
    stage.grace.vault("channels", "send", "allotment", "The first tomatoes are ripe. Who waters this evening?")
    with stage.window(WIDE, 8) as window:
        window.run("vault channels open allotment", shows="ripe")
        window.type("I do, at six. Where is the long hose?")
        window.key("Return", shows="✓")
        stage.grace.vault("channels", "send", "allotment", "In the shed, on the left. Thank you!")
        window.wait_for("Thank you!")
        window.picture(stage.picture("channel"))


def messages(stage):
    """Messages with a sender: the list has the texts alone, and one shows the name."""
    sent = (("Grace", "See you at six."), ("Katherine", "The train is ten minutes late, start without me."), ("Dorothy", "I bring the cake."))
    for number, (name, text) in enumerate(sent, 1):
        payload = {"aps": {"alert": f"A message from {name}"}, "jsondata": {"id": number, "message": text, "sendername": name}}
        stage.grace.push(payload, user_of(stage.ada))
    with stage.window(NARROW, 5) as window:
        window.run("vault messages --kind jsondata", shows="See you at six")
        window.picture(stage.picture("messages"))
    with stage.window(NARROW, 7) as window:
        window.run("vault message show 2 --kind jsondata", shows="Katherine")
        window.picture(stage.picture("sender"))


def user_of(person):
    """Somebody's id, by which others reach them."""
    return person.json("profile")["profile"]["user"]


SCENES = (tasks, login, pushes, channel, messages)
