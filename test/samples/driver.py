# Runs programs of the reference in one process: an input line names a file and a key, an output line has the result.
import json, os, sys, urllib.error, urllib.request

last = {}
send = urllib.request.urlopen

def sent(*asked):
    try:
        response = send(*asked)
    except urllib.error.HTTPError as refused:
        last.update(status=refused.code)
        raise
    last.update(status=response.status, location=response.headers["Location"])
    return response

urllib.request.urlopen = sent

for line in sys.stdin:
    asked = json.loads(line)
    os.environ["KEY"] = asked["key"]
    printed, error = [], None
    last.clear()
    try:
        with open(asked["file"]) as file:
            exec(compile(file.read(), asked["file"], "exec"), {"print": printed.append})
    except Exception as failed:
        error = repr(failed)
    told = {**last, "printed": printed[0] if printed else None, "error": error}
    print(json.dumps(told), flush=True)
