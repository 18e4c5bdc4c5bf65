"""The steps of the main job, from an account to a locked vault. Each is one function that expects what it should see."""

import dataclasses
import re
import secrets

from .mismatch import expect
from .stage import FILE
from .terminal import ALTERNATE_SCREEN, SCREEN_BEGINS, SCREEN_ENDS, Answer

RECOVERY_CODE = re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3,}\b")
PROMPT_FOR_LOGIN = re.compile(r"^\s*(e-?mail|password)\b.*:", re.IGNORECASE | re.MULTILINE)
LABEL = "Spare key"
REFUSED = 77


@dataclasses.dataclass
class Answers:
    """What is typed at the prompts, made anew for every walk."""

    email: str = dataclasses.field(default_factory=lambda: f"ada.{secrets.token_hex(3)}@example.org")
    password: str = dataclasses.field(default_factory=lambda: secrets.token_urlsafe(12))
    pin: str = dataclasses.field(default_factory=lambda: f"pin {secrets.token_hex(4)}")
    text: str = dataclasses.field(default_factory=lambda: f"under the third flowerpot {secrets.token_hex(6)}")


def make_account(stage, answers):
    command, printed = stage.server.add_account(answers.email, answers.password)
    stage.say(f"\n$ {command}\n{printed.rstrip()}")


def log_in(stage, answers):
    printed = stage.succeed(
        ["vault", "login"],
        [Answer("mail.*: $", answers.email), Answer("password.*: $", answers.password, hidden=True)],
        hint=f"the account just made: {answers.email}, password {answers.password}")
    expect(answers.email in printed, f"`vault login` to name {answers.email}", printed)


def log_in_silently(stage, answers):
    first = stage.stop_agent()
    expect(first is not None, "an agent to run after a login", "none listens")
    stage.say(f"\n(the agent, process {first}, was ended; the next command starts another)")
    printed = stage.succeed(["vault", "whoami"])
    expect(answers.email in printed, f"`vault whoami` to name {answers.email}", printed)
    expect(not PROMPT_FOR_LOGIN.search(printed), "`vault whoami` to ask nothing", printed)
    printed = stage.succeed(["vault", "login"])
    expect(answers.email in printed, "`vault login` with valid credentials to name the account", printed)
    expect(not PROMPT_FOR_LOGIN.search(printed), "`vault login` with valid credentials to ask nothing", printed)


def answers_for_code(answers):
    """What is typed at the prompts of `vault pin set`.

    The PIN twice, a key to leave the screen with the recovery code, and the code as it was shown.
    """

    def code_shown(output):
        return RECOVERY_CODE.search(output).group(0)

    return [
        Answer("PIN.*: $", answers.pin, hidden=True),
        Answer("once more: $", answers.pin, hidden=True),
        Answer(RECOVERY_CODE.pattern, " ", ends_line=False),
        Answer("back on the main screen.*: $", code_shown),
    ]


def set_pin(stage, answers):
    stage.succeed(
        ["vault", "pin", "set"], answers_for_code(answers),
        hint="a PIN of your own, of at least 6 characters, twice; any key leaves the code; then type it")


def add_protected(stage, answers):
    stage.succeed(
        ["vault", "add", "--protected", "--label", LABEL], [Answer("text.*: $", answers.text, hidden=True)],
        hint="any text, for instance where the spare key lies")


def list_hidden(stage, answers):
    printed = stage.succeed(["vault", "list"])
    expect(LABEL in printed, f"`vault list` to show the label {LABEL!r}", printed)
    expect(answers.text not in printed, "`vault list` to hide the text", printed)
    (task,) = [task for task in stage.tasks() if task["label"] == LABEL]
    expect(task["isProtected"] and task["name"] is None, "the protected task to be listed without its text", task)


def reveal(stage, answers):
    printed = stage.succeed(
        ["vault", "reveal", _only_task(stage)],
        [Answer("PIN.*: $", answers.pin, hidden=True), Answer(re.escape(answers.text), " ", ends_line=False)],
        hint="your PIN; then any key takes the text off the screen")
    before, _, rest = printed.partition(SCREEN_BEGINS)
    shown, left, after = rest.partition(SCREEN_ENDS)
    expect(left, "the text on the alternate screen, and the main screen again", printed)
    if stage.person is None:
        expect(answers.text in shown, "the text on the alternate screen", printed)
        expect(answers.text not in before + after, "the text nowhere else", printed)


def reveal_plain(stage, answers):
    printed = stage.succeed(["sh", "-c", f"vault reveal --plain {_only_task(stage)} | cat"])
    if stage.person is not None:
        answers.text = printed.strip()
        return
    expect(printed.strip() == answers.text, "exactly the text, without another PIN", printed)


def lock(stage, answers):
    stage.succeed(["vault", "lock"])
    printed = stage.succeed(["vault", "list"])
    expect(answers.text not in printed, "`vault list` to hide the text", printed)
    files = stage.files_with(answers.text)
    expect(not files, "the text in no file", f"it lies in the clear in {', '.join(files)}")


def refuse_wrong_pin(stage, answers):
    task = _only_task(stage)
    wrong = Answer("PIN.*: $", "not the PIN", hidden=True)
    interrupt = Answer("wrong.*PIN.*: $", "\x03", ends_line=False)
    outcome = stage.type(["vault", "reveal", task], [wrong, interrupt], by_program=True)
    expect(outcome.status == REFUSED, f"a wrong PIN to be refused with {REFUSED}", f"{outcome.status}:\n{outcome.text}")
    expect(answers.text not in outcome.text, "a wrong PIN to show nothing", outcome.text)
    expect(ALTERNATE_SCREEN not in outcome.output, "a wrong PIN to open no screen", outcome.text)


def _only_task(stage):
    """The short id of the protected task, as `vault list` prints it in front of its row."""
    (task,) = [task for task in stage.tasks() if task["label"] == LABEL]
    return task["shortId"]


STEPS = (
    ("an account is made on the server", make_account),
    ("`vault login` prompts, and stores the credentials", log_in),
    ("the agent restarts and logs in silently", log_in_silently),
    ("a PIN and a recovery code are made", set_pin),
    ("a protected task is added", add_protected),
    ("it is listed, hidden", list_hidden),
    ("it is revealed after the PIN", reveal),
    ("unlocked, it goes through a pipe", reveal_plain),
    ("`vault lock` hides it", lock),
    ("a wrong PIN is refused", refuse_wrong_pin),
    ("the right PIN reveals it again", reveal),
    ("and locked again", lock),
)

TITLES = {FILE: "on the encrypted file"}


def title_of(store):
    """How the walk on a kind of store is called."""
    return TITLES.get(store, "on the keyring")
