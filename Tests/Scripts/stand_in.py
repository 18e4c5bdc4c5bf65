#!/usr/bin/python3
"""Stands in for vault, vault-agent and vault-server, so that the walk itself can be tested in a second.

It behaves as the walk expects, but for the fault that the file `fault` beside it names. It protects nothing.
"""

import base64
import getpass
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(sys.argv[0]).parent
FAULT = (HERE / "fault").read_text(encoding="utf-8").strip() if (HERE / "fault").exists() else ""
CODE = "ABCD-2345-EFGH-6789-JKLM"


def load():
    file = pathlib.Path(os.environ["VAULT_DATA_DIR"], "state")
    return json.loads(base64.b64decode(file.read_bytes())) if file.exists() else {}


def save(state):
    plain = FAULT == "text in a file"
    encode = (lambda data: data) if plain else base64.b64encode
    pathlib.Path(os.environ["VAULT_DATA_DIR"], "state").write_bytes(base64.b64encode(json.dumps(state).encode()))
    pathlib.Path(os.environ["VAULT_STATE_DIR"], "log").write_bytes(encode(json.dumps(state).encode()))


def serve_agent():
    path = pathlib.Path(os.environ["VAULT_RUNTIME_DIR"], "agent.sock")
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    if FAULT == "agent that stays":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        listener.accept()[0].close()


def start_agent():
    path = pathlib.Path(os.environ["VAULT_RUNTIME_DIR"], "agent.sock")
    for attempt in range(250):
        try:
            socket.socket(socket.AF_UNIX).connect(str(path))
            return
        except OSError:
            if attempt == 0:
                subprocess.Popen([str(HERE / "vault-agent")], start_new_session=True, stdin=subprocess.DEVNULL)
            time.sleep(0.02)


def ask(question):
    return input(question) if FAULT == "echo" else getpass.getpass(question)


def login(state):
    if "email" not in state or FAULT == "login that asks again":
        state["email"] = input("Email: ")
        ask("Password: ")
    print(f"Logged in as {state['email']}.")


def on_screen(text):
    os.system("stty -icanon -echo min 1")
    print(f"\x1b[?1049h\x1b[H{text}", end="", flush=True)
    os.read(0, 1)
    print("\x1b[2J\x1b[?1049l", end="", flush=True)
    os.system("stty sane")


def pin_set(state):
    state["pin"] = ask("New PIN: ")
    if ask("The same once more: ") != state["pin"]:
        sys.exit("they differ")
    on_screen(f"Your recovery code:\n\n  {CODE}\n")
    if getpass.getpass("The recovery code: ") != CODE:
        sys.exit("that is not it")


def add(state):
    state["label"], state["text"] = sys.argv[-1], ask("Text: ")
    print(f"Added 0a1b2c3d  {state['label']}")


def show_list(state):
    if "--json" in sys.argv:
        print(json.dumps({"tasks": [{"id": "0A1B2C3D-0000-4000-8000-000000000000", "name": None,
                                     "shortId": "0a1b2c3d", "label": state["label"], "isProtected": True}]}))
    else:
        print("0a1b2c3d [locked]", state["label"], state["text"] if FAULT == "text in the list" else "")


def reveal(state):
    if not state.get("unlocked"):
        try:
            while ask("PIN: ") != state["pin"] and FAULT != "any PIN":
                print("That PIN is wrong.", file=sys.stderr)
        except KeyboardInterrupt:
            sys.exit(77)
        state["unlocked"] = True
    if "--plain" in sys.argv or FAULT == "no screen":
        print(state["text"])
        return
    on_screen(state["text"])


def vault():
    if FAULT == "hang" and sys.argv[1] == "lock":
        time.sleep(60)
    start_agent()
    state = load()
    if sys.argv[1] == "lock":
        state["unlocked"] = FAULT == "lock that locks nothing"
    else:
        {"login": login, "whoami": login, "pin": pin_set, "add": add, "list": show_list, "reveal": reveal}[sys.argv[1]](state)
    save(state)


def vault_server():
    if sys.argv[1] == "account":
        print(f"Added {sys.argv[3]}" if sys.stdin.readline().strip() else sys.exit("no password"))
        return
    print("listening on http://127.0.0.1:49152", flush=True)
    signal.pause()


if __name__ == "__main__":
    {"vault": vault, "vault-agent": serve_agent, "vault-server": vault_server}[pathlib.Path(sys.argv[0]).name]()
