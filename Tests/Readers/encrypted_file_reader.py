#!/usr/bin/env python3
"""Reads a credential file without any code of the library: written from docs/file-format.md alone.

usage: encrypted_file_reader.py DATABASE (--key-file FILE | --passphrase-stdin)

Prints {"generation": N, "credentials": {NAME: VALUE as hexadecimal, …}}, having verified every code and the digest.
Needs python3-cryptography, and python3-argon2 for a passphrase.
"""
import argparse
import hashlib
import hmac
import json
import sqlite3
import sys

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

PREFIX = b"credential-file/1 "


def big(number, width):
    return number.to_bytes(width, "big")


def code(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def derive(secret, salt, use):
    return HKDF(SHA256(), 32, salt, PREFIX + use).derive(secret)


def read_checked(path, kind):
    for name in (path, path + ".copy"):
        try:
            with open(name, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            continue
        body, checksum = data[:-32], data[-32:]
        if hashlib.sha256(body).digest() == checksum and body[:8] == kind:
            return body[12:12 + int.from_bytes(body[8:12], "big")]
    sys.exit(f"{path}: no good copy")


def device_key(header, options):
    if header["key_source"] == "key-file":
        return read_checked(options.key_file, b"vcs-key1")
    from argon2.low_level import Type, hash_secret_raw
    return hash_secret_raw(
        sys.stdin.buffer.readline().rstrip(b"\n"), header["argon2_salt"], header["argon2_iterations"],
        header["argon2_memory_kib"], header["argon2_parallelism"], 32, Type.ID)


def check_header(header):
    source = header["key_source"].encode()
    message = PREFIX + b"header" + header["id"] + big(len(source), 4) + source
    if source == b"passphrase":
        message += big(len(header["argon2_salt"]), 4) + header["argon2_salt"]
        for column in ("argon2_memory_kib", "argon2_iterations", "argon2_parallelism"):
            message += big(header[column], 4)
    assert hashlib.sha256(message + header["key_check"]).digest() == header["checksum"], "header checksum"


def open_record(row, store, keys):
    assert hashlib.sha256(
        row["salt"] + big(len(row["name"]), 4) + row["name"] + row["value"]).digest() == row["hash"], "record hash"
    identity = store + row["id"] + big(row["version"], 8) + row["lookup"]
    assert code(keys["digest"], identity + row["hash"]) == row["code"], "record code"
    cipher = AESGCM(derive(keys["records"], row["salt"], b"record"))
    name = cipher.decrypt(big(1, 12), row["name"], identity)
    value = cipher.decrypt(big(2, 12), row["value"], identity)
    assert code(keys["lookup"], name) == row["lookup"], "record lookup"
    return name.decode(), value.hex()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("database")
    parser.add_argument("--key-file")
    parser.add_argument("--passphrase-stdin", action="store_true")
    options = parser.parse_args()
    db = sqlite3.connect(f"file:{options.database}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    version = db.execute("PRAGMA user_version").fetchone()[0]
    assert version == 1, f"format {version}"
    db.execute("BEGIN")
    header = db.execute("SELECT * FROM store").fetchone()
    check_header(header)
    device, store = device_key(header, options), header["id"]
    keys = {use: derive(device, store, use.encode()) for use in ("lookup", "digest", "state", "records", "check")}
    assert code(keys["check"], PREFIX + b"key check") == header["key_check"], "wrong key"
    state = db.execute("SELECT * FROM state").fetchone()
    message = store + big(state["generation"], 8) + big(state["record_count"], 8) + state["digest"] + state["changed"]
    assert code(keys["state"], message) == state["code"], "state code"
    rows = db.execute("SELECT * FROM record").fetchall()
    digest = sum(int.from_bytes(row["code"], "big") for row in rows) % 2**256
    assert (big(digest, 32), len(rows)) == (state["digest"], state["record_count"]), "digest"
    credentials = dict(open_record(row, store, keys) for row in rows)
    json.dump({"generation": state["generation"], "credentials": credentials}, sys.stdout)


if __name__ == "__main__":
    main()
