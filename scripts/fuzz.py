"""Hooks of npm run fuzz for Schemathesis."""

import json
import os
import urllib.request
import uuid

import schemathesis


@schemathesis.deserializer("application/json")
def json_or_bare_error(context, response):
    """The identity contract sends some errors as JSON with an empty body, which OpenAPI cannot express: treat them as its other errors."""
    if not response.content and response.status_code >= 400 and context.operation.path.startswith("/api/auth/"):
        return {"code": "BARE", "message": ""}
    return json.loads(response.content)


def post(path, body, cookie=""):
    url = os.environ["FUZZ_URL"]
    headers = {"content-type": "application/json", "origin": url, "cookie": cookie}
    return urllib.request.urlopen(urllib.request.Request(url + path, json.dumps(body).encode(), headers))


if os.environ.get("FUZZ_NEW_USERS"):

    @schemathesis.auth(refresh_interval=None)
    class NewUser:
        """A new user with an organization for each request, for routes that end a session."""

        def get(self, case, context):
            name = uuid.uuid4().hex
            person = {"email": f"{name}@example.com", "password": "correct horse", "name": "Fuzz"}
            cookies = post("/api/auth/sign-up/email", person).headers.get_all("set-cookie")
            cookie = "; ".join(one.split(";")[0] for one in cookies)
            post("/api/auth/organization/create", {"name": "Fuzz", "slug": name}, cookie)
            return cookie

        def set(self, case, data, context):
            case.headers = {**(case.headers or {}), "Cookie": data}
