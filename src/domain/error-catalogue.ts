// Every error a caller can meet: one catalogue, with what each means and what to do about it.

import { CONFLICTS } from './error-conflicts.ts'
import type { CatalogueEntry } from './error-entry.ts'
import { SECOND_FACTOR } from './error-second-factor.ts'

/** The broad families of errors; a client branches on these first, on the code second. */

const catalogue = {
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The body of the request could not be read as JSON in UTF-8, or an object in it names a ' +
      'member more than once.',
    remedy:
      'Send one JSON object. Look for a trailing comma, a single quote, a missing bracket, or a ' +
      'body that was cut short; the message says where reading stopped when that is known. Name each ' +
      'member of an object once.',
  },
  parameter_missing: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A field that this operation needs is absent, null, or a string with nothing to read in it.',
    remedy: 'Add the field that `param` names.',
  },
  parameter_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A value has the wrong type, the wrong form, or lies outside its bounds. Nothing is ' +
      'converted on the way in: "5" is a string, not the number 5, and 30 February is not a date.',
    remedy:
      'Correct the value that `param` names; the message says what is allowed there. When several ' +
      'values are wrong, `errors` lists each of them, so that one correction is enough.',
  },
  parameter_unknown: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The request carries a field or a query parameter that this operation does not have. It is ' +
      'refused, not ignored, because a misspelt name would otherwise do something else than meant.',
    remedy: 'Remove it, or use the name the message suggests.',
  },
  parameters_exclusive: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'Two parameters were sent together of which only one can apply.',
    remedy: 'Keep one of the parameters that the message names.',
  },
  resource_missing: {
    status: 404,
    statusInBody: 400,
    type: 'invalid_request_error',
    meaning:
      'No object with this id exists in the environment of the key. An object of another ' +
      'environment or of another account looks exactly the same as one that never existed. The ' +
      'answer is 404 when the id stands in the address, and 400 when it stands in the body.',
    remedy:
      'Check the id, and that the key belongs to the environment the object was created in: a test ' +
      'key never sees live objects.',
  },
  amount_too_large: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A line or a total exceeds 9007199254740991 of the smallest unit of the currency, the ' +
      'largest whole number that every JSON reader understands exactly.',
    remedy: 'Lower the quantity or the unit amount, or spread the lines over several invoices.',
    example:
      'line_items[0] would come to 999999999999000000000; the largest amount is 9007199254740991.',
  },
  currency_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The currency is not an active code of ISO 4217. Withdrawn currencies, funds, precious ' +
      'metals and testing codes are not accepted.',
    remedy: 'Send the three letters of an active currency, in any case: cad, usd, eur, jpy.',
    example:
      'The currency "usdd" is not an active ISO 4217 code such as cad, usd or eur; did you mean usd?',
  },
  currency_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The currency is not the one of the invoice; currencies are never mixed.',
    remedy: 'Send the amount in the currency of the invoice.',
    example:
      'The currency usd is not that of invoice INV-000042, which is in cad; a payment is recorded in the currency of its invoice.',
  },
  country_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The country is not an assigned two-letter code of ISO 3166-1.',
    remedy: 'Send the two letters of a country, in any case: CA, US, GB, DE.',
    example:
      'The country "UK" is not an assigned ISO 3166-1 code such as CA, US or DE; did you mean GB?',
  },
  image_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The data is no image that can be kept: it is neither a PNG nor a JPEG, is damaged, cut short, ' +
      'followed by something else, or larger than 512 KiB or 2000 pixels in a direction.',
    remedy: 'Save the image anew as a PNG, or as an RGB or greyscale JPEG, within these bounds.',
    example:
      'The image is 4000 × 1200 pixels; it may have 1 to 2000 in each direction. Send a PNG or JPEG.',
  },
  product_archived: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A new line names an archived product. Lines that already name it stay as they are.',
    remedy: 'Name another product, or make this one active again by a PATCH of its status.',
  },
  api_key_missing: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The request carries no API key.',
    remedy: 'Send the header `Authorization: Bearer <key>` with every request.',
  },
  api_key_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The API key does not open anything: it is misspelt, unknown, revoked or expired. Which of ' +
      'these it is, the answer does not tell.',
    remedy:
      'Check what the message says of its form, and that it is still listed. A secret that is lost ' +
      'cannot be shown again: create a new key.',
  },
  permission_denied: {
    status: 403,
    type: 'permission_error',
    meaning: 'The key is valid, but lacks the scope that this operation needs.',
    remedy: 'Use a key that carries the scope named in the message.',
  },
  session_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'Nobody is signed in: the browser sent no session, or one that has ended or never was. Which ' +
      'of these it is, the answer does not tell.',
    remedy: 'Sign in again at /sign-in. Programs use an API key and the addresses under /v1.',
  },
  credentials_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'Mail address and password do not belong together. Whether the address is known, the answer ' +
      'does not tell.',
    remedy: 'Check both, or ask for a link to set a new password.',
  },
  ...SECOND_FACTOR,
  link_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The link was used before, has expired, was replaced by a newer one, or never was.',
    remedy:
      'Ask whoever sent it for a new one. An owner gets one from the command reckoner owner-link.',
  },
  origin_refused: {
    status: 403,
    type: 'permission_error',
    meaning:
      'A request with a session would have changed something, and did not come from a page of this ' +
      'service: another site may have sent the browser.',
    remedy: 'Use the dashboard itself, or an API key and the addresses under /v1.',
  },
  https_required: {
    status: 421,
    type: 'invalid_request_error',
    meaning:
      'Signing in needs HTTPS or this very machine: over plain HTTP anybody on the way could take ' +
      'the session.',
    remedy:
      'Open the dashboard by its HTTPS address, or by http://localhost on the machine it runs on. ' +
      'Behind a proxy that speaks HTTPS, set PUBLIC_URL to that address.',
  },
  owner_required: {
    status: 403,
    type: 'permission_error',
    meaning:
      'Only an owner makes, changes or removes an owner. A key counts as an admin, whatever it may do.',
    remedy: 'Ask an owner to do it in the dashboard, or use the command reckoner owner-link.',
  },
  test_environment_only: {
    status: 403,
    type: 'permission_error',
    meaning: 'The operation exists in test environments only, and this is a live key.',
    remedy: 'Use a test key. A live environment follows the clock on the wall and is never erased.',
  },
  route_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'No operation lives at this address.',
    remedy: 'Check the path for a misspelling and for the version in front, as in /v1/invoices.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    meaning: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header of the answer.',
  },
  not_acceptable: {
    status: 406,
    type: 'invalid_request_error',
    meaning:
      'The `Accept` header names nothing but `application/vnd.reckoner.dry-run+json`, and what was ' +
      'asked has no dry run: it only reads, or it signs somebody in.',
    remedy: 'Send `Accept: application/json`, or leave the header out. Only writes have dry runs.',
  },
  ...CONFLICTS,
  precondition_failed: {
    status: 412,
    type: 'conflict_error',
    meaning:
      'The object has changed since it was read: its ETag is no longer the one in `If-Match`.',
    remedy: 'Read the object again, look at what changed, and repeat the write with its new ETag.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    meaning: 'The body of the request is larger than 1 MiB.',
    remedy: 'Send less in one request.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    meaning: 'The body of the request is not declared as JSON.',
    remedy: 'Send the header `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    meaning: 'This Idempotency-Key was used before, for a different request.',
    remedy:
      'Send a new key with each new request, and an old one only to repeat exactly what it was ' +
      'first sent with: the same method, path and body.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'More requests came within 60 seconds than the tier of the account allows.',
    remedy:
      'Wait for as long as `Retry-After` says. The RateLimit headers of each answer tell how much ' +
      'is left. A refused request does not count. Whoever runs the service raises the tier by ' +
      '`reckoner accounts set-tier`; `RATE_LIMIT_TIER` is what new accounts get.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    meaning: 'The service made a mistake. It is logged under the `request_id` of the answer.',
    remedy:
      'Repeat the request with the same Idempotency-Key: it is then done once, however far the ' +
      'first attempt got. If it keeps failing, pass the `request_id` to whoever runs the service.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    meaning: 'The service cannot work at the moment: it is starting, stopping, or overloaded.',
    remedy:
      'Wait for as long as `Retry-After` says, then repeat the request with the same ' +
      'Idempotency-Key.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof catalogue

export const ERRORS: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue
