"""Canonical bytes and digests in plain Python, held to evref's vectors.

    evref vectors -c jcs  | python3 canonical.py
    evref vectors -c cbor | python3 canonical.py

A server takes read(), jcs() and cbor() from here, or has its own functions
checked by the last one.
"""

import base64
import hashlib
import json
import struct
import sys
import threading
from decimal import Decimal

MAX_DEPTH = 10_000


def read(data):
    """Reads JSON strictly: what two readers could understand differently is an error."""

    def pairs(members):
        record = dict(members)
        if len(record) != len(members):
            raise ValueError("repeated name")
        return record

    def real(text):
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise ValueError("number is too large")
        return value

    def constant(text):
        raise ValueError(text + " is no JSON")

    def integer(text):
        double = real(text)  # too large for a double is too large, in either form
        exact = int(text)
        return exact if -(1 << 64) <= exact < 1 << 64 else double

    text = data.decode("utf-8")  # strict, and so is the next line: no lone surrogates
    record = json.loads(text, object_pairs_hook=pairs, parse_float=real, parse_int=integer, parse_constant=constant)
    json.dumps(record, ensure_ascii=False).encode("utf-8")
    level, depth = [record], 0
    while any(isinstance(value, (dict, list)) for value in level):
        level = [v for value in level if isinstance(value, (dict, list)) for v in (value.values() if isinstance(value, dict) else value)]
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError("nested too deeply")
    return record


def number(value):
    """ECMAScript's text of a double, RFC 8785 section 3.2.2.3."""
    value = float(value)
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).as_tuple()
    digits = "".join(map(str, digits))
    point = len(digits) + exponent
    digits = digits.rstrip("0")
    if len(digits) <= point <= 21:
        text = digits.ljust(point, "0")
    elif 0 < point <= 21:
        text = digits[:point] + "." + digits[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + "e%+d" % (point - 1)
    return "-" * sign + text


def jcs(record):
    """Canonical bytes under jcs/rfc8785."""

    def text(value):
        if isinstance(value, dict):
            names = sorted(value, key=lambda name: name.encode("utf-16-be"))  # by UTF-16 code units
            return "{" + ",".join(text(name) + ":" + text(value[name]) for name in names) + "}"
        if isinstance(value, list):
            return "[" + ",".join(map(text, value)) + "]"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return number(value)
        return json.dumps(value, ensure_ascii=False)

    return text(record).encode("utf-8")


def cbor(record):
    """Canonical bytes under cbor/rfc8949, with evref's mapping of numbers."""

    def head(kind, n):
        for size, info, form in ((1 << 8, 24, ">B"), (1 << 16, 25, ">H"), (1 << 32, 26, ">I"), (1 << 64, 27, ">Q")):
            if n < 24:
                return bytes([kind << 5 | n])
            if n < size:
                return bytes([kind << 5 | info]) + struct.pack(form, n)
        raise OverflowError(n)

    def numeric(value):
        if isinstance(value, float) and value.is_integer() or isinstance(value, int):
            whole = int(value)
            if 0 <= whole < 1 << 64:
                return head(0, whole)
            if -(1 << 64) <= whole < 0:
                return head(1, -1 - whole)
        value = float(value)
        for info, form in ((25, ">e"), (26, ">f"), (27, ">d")):
            try:
                packed = struct.pack(form, value)
            except OverflowError:
                continue
            if struct.unpack(form, packed)[0] == value:
                return bytes([7 << 5 | info]) + packed
        raise ValueError(value)

    def encode(value):
        if value is None or isinstance(value, bool):
            return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
        if isinstance(value, (int, float)):
            return numeric(value)
        if isinstance(value, str):
            data = value.encode("utf-8")
            return head(3, len(data)) + data
        if isinstance(value, list):
            return head(4, len(value)) + b"".join(map(encode, value))
        members = sorted((encode(name), encode(member)) for name, member in value.items())
        return head(5, len(members)) + b"".join(name + member for name, member in members)

    return encode(record)


def check(lines):
    """Compares with the vectors. Gives True when every one agrees."""
    agree = differ = refused = accepted = 0
    for row in map(json.loads, lines):
        if row["inputFormat"] != "json":
            continue  # records that are CBOR already need a reader of CBOR
        canonicalize = {"jcs/rfc8785": jcs, "cbor/rfc8949": cbor}[row["canonicalization"]]
        try:
            data = canonicalize(read(base64.b64decode(row["inputBase64"])))
            digest = "sha256:" + hashlib.sha256(data).hexdigest()
        except (ValueError, RecursionError) as error:
            digest = "refused: %s" % type(error).__name__
        if "error" in row:
            refused += digest.startswith("refused")
            if not digest.startswith("refused"):
                accepted += 1
                print("%s: accepted, must be refused (%s)" % (row["id"], row["error"]))
        elif digest == row["digest"]:
            agree += 1
        else:
            differ += 1
            print("%s: %s, want %s (%s)" % (row["id"], digest, row["digest"], row["why"]))
    print("%d digests agree, %d differ; %d bad inputs refused, %d accepted" % (agree, differ, refused, accepted))
    return agree > 0 and differ == 0 and accepted == 0


def main():
    """Runs check with room for records that are nested deeply."""
    sys.setrecursionlimit(5 * MAX_DEPTH)
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    threading.stack_size(256 << 20)
    result = []
    worker = threading.Thread(target=lambda: result.append(check(sys.stdin)))
    worker.start()
    worker.join()
    return 0 if result == [True] else 1


if __name__ == "__main__":
    sys.exit(main())
