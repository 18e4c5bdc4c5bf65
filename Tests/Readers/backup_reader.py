#!/usr/bin/env python3
"""Reads a backup of version 2 without any code of vault: written from docs/backup-format.md alone.

usage: backup_reader.py FILE < RECOVERY-CODE

Prints {"createdAt": N, "slots": [KIND, …], "records": {NAME: SEALED as hexadecimal, …}, "tasks": [TASK, …]}, having verified
every code and every chunk. Ends with 1 when the code opens nothing, with 65 when the file is no whole backup. Needs
python3-cryptography and libargon2.
"""
import ctypes
import hashlib
import hmac
import json
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHUNK = 65536 + 16
KINDS = {1: "pin", 2: "recovery"}


def derive(secret, use, salt=None):
    return HKDF(SHA256(), 32, salt, use).derive(secret)


def argon2id(secret, salt, memory, passes, lanes):
    """Argon2id version 1.3, 32 bytes."""
    result = ctypes.create_string_buffer(32)
    status = ctypes.CDLL("libargon2.so.1").argon2id_hash_raw(
        ctypes.c_uint32(passes), ctypes.c_uint32(memory), ctypes.c_uint32(lanes), secret, ctypes.c_size_t(len(secret)),
        salt, ctypes.c_size_t(len(salt)), result, ctypes.c_size_t(32))
    assert status == 0, f"argon2id: {status}"
    return result.raw


def damaged(why):
    print(f"damaged: {why}", file=sys.stderr)
    sys.exit(65)


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        if count > len(self.data) - self.place:
            damaged("it ends too early")
        self.place += count
        return self.data[self.place - count:self.place]

    def number(self, width):
        return int.from_bytes(self.take(width), "big")


def secret_of(code):
    """The 20 random bytes of a recovery code."""
    symbols = code.strip().upper().replace("-", "").replace(" ", "").replace("O", "0").replace("I", "1").replace("L", "1")
    if len(symbols) != 36 or any(symbol not in ALPHABET for symbol in symbols):
        sys.exit("that is no recovery code")
    number = 0
    for symbol in symbols[:32]:
        number = number << 5 | ALPHABET.index(symbol)
    secret = number.to_bytes(20, "big")
    first = int.from_bytes(hashlib.sha256(secret).digest()[:3], "big") >> 4
    if symbols[32:] != "".join(ALPHABET[first >> shift & 31] for shift in (15, 10, 5, 0)):
        sys.exit("that is no recovery code")
    return secret


def owner_header(data):
    reader = Reader(data)
    vault, public, count = reader.take(16), reader.take(32), reader.number(1)
    form = "v1"
    if count == 0:
        if reader.number(1) != 2:
            damaged("a newer owner header")
        form = "v2"
        reader.take(8 + 1)
        if reader.number(1) & 2:
            reader.take(68)
        count = reader.number(1)
    slots = []
    for _ in range(count):
        slots.append({"kind": reader.take(1), "created": reader.take(8), "salt": reader.take(16),
                      "costs": reader.take(12), "nonce": reader.take(12), "wrapped": reader.take(48)})
    body = data[:reader.place]
    reader.take(32)
    return {"vault": vault, "public": public, "slots": slots, "body": body, "form": form, "code": reader.take(32)}


def private_half(header, secret):
    for slot in header["slots"]:
        if slot["kind"] != b"\x02":
            continue
        memory, passes, lanes = (int.from_bytes(slot["costs"][i:i + 4], "big") for i in (0, 4, 8))
        key = derive(argon2id(secret, slot["salt"], memory, passes, lanes), b"vault owner slot, recovery code, v1")
        binding = (b"vault owner slot v1" + header["vault"] + header["public"] + slot["kind"] + slot["created"]
                   + slot["salt"] + slot["costs"])
        try:
            private = AESGCM(key).decrypt(slot["nonce"], slot["wrapped"], binding)
        except InvalidTag:
            sys.exit("the code opens nothing")
        public = X25519PrivateKey.from_private_bytes(private).public_key()
        assert public.public_bytes(Encoding.Raw, PublicFormat.Raw) == header["public"], "public half"
        code = derive(private, f"vault owner header, private half, {header['form']}".encode())
        assert hmac.new(code, header["body"], hashlib.sha256).digest() == header["code"], "code of the owner header"
        return private
    sys.exit("there is no recovery slot")


def open_chunks(sealed, key, head):
    if not sealed or len(sealed) % CHUNK:
        damaged("no whole chunks")
    count, text = len(sealed) // CHUNK, b""
    for index in range(count):
        nonce = bytes(3) + index.to_bytes(8, "big") + bytes([index == count - 1])
        text += AESGCM(key).decrypt(nonce, sealed[index * CHUNK:(index + 1) * CHUNK], head)
    return text


def contents(text):
    reader = Reader(text)
    made = reader.number(8)
    records = {}
    for _ in range(reader.number(4)):
        name = reader.take(reader.number(2)).decode()
        records[name] = reader.take(reader.number(4)).hex()
    tasks = [json.loads(reader.take(reader.number(4))) for _ in range(reader.number(4))]
    if any(text[reader.place:]):
        damaged("there are bytes too many")
    return made, records, tasks


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    reader = Reader(data)
    if reader.take(8) != b"VAULTBAK":
        damaged("no backup")
    version, total = reader.number(4), reader.number(8)
    if total != len(data) or hashlib.sha256(data[:-64]).digest() != data[-64:-32]:
        damaged("length or SHA-256")
    if version != 2:
        damaged(f"version {version}")
    salt = reader.take(32)
    header = owner_header(reader.take(reader.number(4)))
    private = private_half(header, secret_of(sys.stdin.readline()))
    code = hmac.new(derive(private, b"vault backup authentication v2", salt), data[:-32], hashlib.sha256).digest()
    assert code == data[-32:], "code of the file"
    head = data[:reader.place]
    text = open_chunks(data[reader.place:-64], derive(private, b"vault backup contents v2", salt), head)
    made, records, tasks = contents(text)
    slots = [KINDS[slot["kind"][0]] for slot in header["slots"]]
    json.dump({"createdAt": made, "slots": slots, "records": records, "tasks": tasks}, sys.stdout)


if __name__ == "__main__":
    main()
