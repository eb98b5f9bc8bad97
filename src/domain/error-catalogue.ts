// The catalogue of all errors that a client can receive, with their meanings and remedies.

import { CONFLICTS } from './error-conflicts.ts'
import { DISCOUNT_ERRORS } from './error-discounts.ts'
import { DISPUTE_ERRORS } from './error-disputes.ts'
import type { CatalogueEntry } from './error-entry.ts'
import { GATEWAYS } from './error-gateways.ts'
import { SECOND_FACTOR } from './error-second-factor.ts'
import { SUBSCRIPTION_ERRORS } from './error-subscriptions.ts'
import { TAX_ERRORS } from './error-taxes.ts'

/** The broad types of errors; a client branches on the type first, then on the code. */

const catalogue = {
  invalid_json: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The request body is not valid JSON in UTF-8, or an object in it has the same property more ' +
      'than once.',
    remedy:
      'Send one JSON object. Look for a trailing comma, a single quote, a missing bracket, or a ' +
      'body that was cut short. If known, the message says where parsing failed. Send each property ' +
      'of an object once.',
  },
  parameter_missing: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A required field is missing, null or blank.',
    remedy: 'Add the field named in `param`.',
  },
  parameter_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A value has the wrong type or format, or is out of range. Nothing is converted: "5" is a ' +
      'string, not the number 5, and February 30 is not a date.',
    remedy:
      'Correct the value named in `param`; the message says what is allowed. If several values are ' +
      'wrong, `errors` lists all of them, so you can fix them at once.',
  },
  parameter_unknown: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The request has a field or query parameter that does not exist. It is rejected, not ignored, ' +
      'so that a typo cannot change what the request does.',
    remedy: 'Remove it, or use the name suggested in the message.',
  },
  parameters_exclusive: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'Two parameters were sent that cannot be used together.',
    remedy: 'Send only one of the parameters named in the message.',
  },
  resource_missing: {
    status: 404,
    statusInBody: 400,
    type: 'invalid_request_error',
    meaning:
      'No object with this ID exists in the environment of the key. An object of another ' +
      'environment or account looks exactly like one that never existed. The status is 404 when ' +
      'the ID is in the path, and 400 when it is in the request body.',
    remedy:
      'Check the ID, and that the key belongs to the environment the object was created in: a test ' +
      'key never sees live objects.',
  },
  amount_too_large: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A line or a total is more than 9007199254740991 of the smallest currency unit, the largest ' +
      'integer that every JSON parser reads exactly.',
    remedy: 'Use a smaller quantity or unit amount, or split the lines across several invoices.',
    example:
      'line_items[0] would be 999999999999000000000; the maximum amount is 9007199254740991.',
  },
  currency_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The currency is not an active ISO 4217 code. Withdrawn currencies, funds, precious metals ' +
      'and testing codes are not accepted.',
    remedy:
      'Send the three-letter code of an active currency, in upper or lower case: cad, usd, eur, jpy.',
    example:
      'The currency "usdd" is not an active ISO 4217 code such as cad, usd or eur. Did you mean usd?',
  },
  currency_mismatch: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The currency does not match the invoice.',
    remedy: 'Send the amount in the currency of the invoice.',
    example:
      'The currency usd does not match invoice INV-000042, which is in cad. Record the payment in cad.',
  },
  ...DISPUTE_ERRORS,
  ...GATEWAYS,
  country_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The country is not an assigned ISO 3166-1 two-letter code.',
    remedy: 'Send a two-letter country code, in upper or lower case: CA, US, GB, DE.',
    example:
      'The country "UK" is not an assigned ISO 3166-1 code such as CA, US or DE. Did you mean GB?',
  },
  image_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The image cannot be used: it is not a PNG or JPEG, is damaged, cut short or followed by other ' +
      'data, or is larger than 512 KiB or 2000 pixels in width or height.',
    remedy: 'Save the image again as a PNG, or as an RGB or grayscale JPEG, within these limits.',
    example:
      'The image is 4000 × 1200 pixels; the maximum is 2000 in each direction. Send a PNG or JPEG.',
  },
  product_archived: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A new line uses an archived product. Lines that already use it are not affected.',
    remedy: 'Use another product, or unarchive this one with a PATCH of its `status`.',
  },
  price_inactive: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A new line uses a price that is not active. Lines that already use it are not affected.',
    remedy: 'Use an active price of the product, or set `active` to true on this one.',
  },
  tiers_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The tiers of a price are not in ascending order, or the last one has an end.',
    remedy:
      'Correct the tier named in `param`: each `up_to` is greater than the previous one, and the last is null.',
  },
  decimal_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A quantity, a unit price or a rate is not a decimal, or has too many digits.',
    remedy: 'Send a string such as `"0.25"`: at most 12 digits on either side of the point.',
  },
  api_key_missing: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The request has no API key.',
    remedy: 'Send the header `Authorization: Bearer <key>` with every request.',
  },
  api_key_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'The API key is misspelled, unknown, revoked or expired. For security, the response does not ' +
      'say which.',
    remedy:
      'Copy the whole key again, and check that it is still listed under API keys. A lost secret cannot be shown ' +
      'again: create a new key.',
  },
  permission_denied: {
    status: 403,
    type: 'permission_error',
    meaning: 'The key is valid but does not have the required scope.',
    remedy: 'Use a key that has the scope named in the message.',
  },
  session_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'No one is signed in: the browser sent no session, or one that has expired or never existed. ' +
      'For security, the response does not say which.',
    remedy: 'Sign in again at /sign-in. To call the API, use an API key and the paths under /v1.',
  },
  credentials_invalid: {
    status: 401,
    type: 'authentication_error',
    meaning:
      'Wrong email or password. For security, the response does not say whether the email is known.',
    remedy: 'Check both, or request a link to reset the password.',
  },
  password_required: {
    status: 403,
    type: 'permission_error',
    meaning:
      'A session tried to grant access that outlives it: a live API key, the URL or the secret of a live ' +
      'webhook endpoint, an invitation, a role or a link for a member. The password was entered 15 minutes ago or earlier.',
    remedy:
      'Enter the password in the dashboard when it asks for it. API keys need no password: automate ' +
      'with a key that has the scope.',
  },
  ...SECOND_FACTOR,
  link_invalid: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The link was already used, has expired, was replaced by a newer one, or never existed.',
    remedy:
      'Ask the person who sent it for a new one. For an owner, run `npm run -s reckoner -- owner-link`.',
  },
  origin_refused: {
    status: 403,
    type: 'permission_error',
    meaning:
      'A write with a session did not come from a page of this service: another site may have sent ' +
      'it.',
    remedy: 'Use the dashboard, or an API key and the paths under /v1.',
  },
  https_required: {
    status: 421,
    type: 'invalid_request_error',
    meaning:
      'Signing in requires HTTPS or localhost: over plain HTTP, anyone on the network could steal ' +
      'the session.',
    remedy:
      'Open the dashboard at its HTTPS URL, or at http://localhost on the machine it runs on. ' +
      'Behind an HTTPS proxy, set PUBLIC_URL to the public URL.',
  },
  owner_required: {
    status: 403,
    type: 'permission_error',
    meaning:
      'Only an owner can add, change or remove an owner. A key counts as an admin, whatever its scopes.',
    remedy: 'Ask an owner to do it in the dashboard, or run `npm run -s reckoner -- owner-link`.',
  },
  test_environment_only: {
    status: 403,
    type: 'permission_error',
    meaning: 'This works in test environments only, and you used a live key.',
    remedy: 'Use a test key. A live environment runs on real time and its data cannot be deleted.',
  },
  route_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'This path does not exist.',
    remedy: 'Check the path for typos, and that it starts with the version, as in /v1/invoices.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods in the `Allow` header of the response.',
  },
  not_acceptable: {
    status: 406,
    type: 'invalid_request_error',
    meaning:
      'The `Accept` header only allows `application/vnd.reckoner.dry-run+json`, but this request ' +
      'has no dry run: it only reads, or it signs someone in.',
    remedy: 'Send `Accept: application/json`, or omit the header. Only writes have dry runs.',
  },
  ...CONFLICTS,
  ...TAX_ERRORS,
  ...DISCOUNT_ERRORS,
  ...SUBSCRIPTION_ERRORS,
  precondition_failed: {
    status: 412,
    type: 'conflict_error',
    meaning:
      'The object has changed since you retrieved it: its ETag no longer matches `If-Match`.',
    remedy: 'Retrieve the object again, check what changed, and retry with the new ETag.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    meaning: 'The request body is larger than 1 MiB.',
    remedy: 'Split it into smaller requests.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    meaning: 'The request body is not declared as JSON.',
    remedy: 'Send the header `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'idempotency_error',
    meaning: 'This Idempotency-Key was already used for a different request.',
    remedy:
      'Use a new key for each new request. Reuse a key only to retry the same request: the same ' +
      'method, path and body.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'The account sent more requests in 60 seconds than its tier allows.',
    remedy:
      'Wait as long as `Retry-After` says. The RateLimit headers of each response show how many ' +
      'requests are left. A rejected request does not count. The operator changes the tier with ' +
      '`npm run -s reckoner -- accounts set-tier`; new accounts get `RATE_LIMIT_TIER`.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    meaning:
      'Something went wrong on the server. It is logged under the `request_id` of the response.',
    remedy:
      'Retry with the same Idempotency-Key: the request then takes effect once, however far the ' +
      'first attempt got. If it keeps failing, send the `request_id` to the operator.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    meaning: 'The service is temporarily unavailable: it is starting, stopping or overloaded.',
    remedy: 'Wait as long as `Retry-After` says, then retry with the same Idempotency-Key.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof catalogue

export const ERRORS: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue
