#!/usr/bin/python3
"""A WebSocket client that is none of ours.

usage: socket_client.py URL COUNT WORDS… < token

Opens the socket, after the event that `after=ID` names, prints COUNT messages, one a line, then says each of the WORDS:
`ping` waits for a pong; `text` and `large` send a message of 4 bytes or of 5,000; `unmasked` breaks the protocol; `frame=HEX` sends
a masked frame whose first byte and data the digits are; `wait` waits for the server to end it. Prints the closing code and reason at last.
"""
import asyncio
import sys

import websockets


async def say(socket, word):
    """Does what a word says."""
    if word == "ping":
        await (await socket.ping())
        print("pong", flush=True)
    elif word == "text":
        await socket.send("text")
    elif word == "large":
        await socket.send("x" * 5000)
    elif word == "unmasked":
        socket.transport.write(b"\x81\x01x")
    elif word.startswith("frame="):
        frame = bytes.fromhex(word.removeprefix("frame="))
        # With a mask of zeros the data travel as they are.
        socket.transport.write(frame[:1] + bytes([0x80 | len(frame) - 1, 0, 0, 0, 0]) + frame[1:])
    elif word == "wait":
        await socket.wait_closed()


async def main():
    url, count, *words = sys.argv[1:]
    headers = {"Authorization": "Bearer " + sys.stdin.readline().strip()}
    if words and words[0].startswith("after="):
        headers["Last-Event-ID"] = words.pop(0).removeprefix("after=")
    try:
        async with websockets.connect(url, extra_headers=headers, ping_interval=None) as socket:
            try:
                for _ in range(int(count)):
                    print(await socket.recv(), flush=True)
                for word in words:
                    await say(socket, word)
                if words:
                    print(await socket.recv(), flush=True)
            except websockets.ConnectionClosed:
                pass
    except websockets.InvalidStatusCode as refusal:
        print("refused", refusal.status_code)
        return
    print("closed", socket.close_code, socket.close_reason, flush=True)


asyncio.run(asyncio.wait_for(main(), 30))
