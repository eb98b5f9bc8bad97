// What a dry run promises.

export const DRY_RUN_ROWS = {
  'dry run everywhere': 'every write takes ?dry_run=true, and answers as the real one would',
  'dry run nothing': 'not one row is different afterwards',
  'dry run numbers': 'numbers are told as they would be now, and stay untaken',
  'dry run events': 'events are told as they would be recorded, with what would change',
  'dry run mails': 'and the mails that would be written, with address and subject',
  'dry run refusals': 'what would be refused is refused, with the same error and status',
  'dry run if-match': 'If-Match is honoured',
  'dry run key': 'an Idempotency-Key is neither used up nor answered from',
  'dry run scope': 'needs the scope of the write',
  'dry run secrets': 'tells no secret',
  'dry run false': 'dry_run=false is the write itself; any other word is refused',
  'dry run reads': 'a GET has none',
  'dry run by accept': 'a write whose Accept prefers the type of dry runs is one',
  'dry run not preferred': 'an Accept that does not prefer it means the write itself',
  'dry run accept key': 'and leaves an Idempotency-Key alone, as the parameter does',
  'dry run contradiction': 'dry_run=false beside such an Accept is refused, saying what to do',
  'c3 not_acceptable': 'a GET that accepts nothing but a dry run: 406, saying what to send',
} as const
