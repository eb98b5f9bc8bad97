// The sentences about the account: its settings, and what they change.

export const ACCOUNT_ROWS = {
  'c9 account': 'GET /v1/account gives the settings of the environment of the key',
  'c9 account patch': 'each setting can be changed; absent keeps, null clears',
  'c9 account payment': 'payment instructions merge by member',
  'c9 account normal': 'country up, currency and colour down, zone in its spelling, days ascending',
  'c9 account refused': 'every setting has its bounds, and the answer says which',
  'c9 account sizes': 'in code points',
  'c9 account text': 'markup, emoji and any script stay the text they are',
  'c9 account lines': 'what may stand in a header of a mail has no line breaks',
  'c9 account apart': 'a test key neither sees nor changes live settings',
  'c9 account scopes': 'account:read, account:write',
  'c9 account if-match': 'of two changes with one ETag one is refused',
  'c9 account repeated': 'a change that is sent again with its key is made once',
  'c9 account at once': 'the next invoice and customer go by what was set',
  'c9 account waiting': 'also one that waited while it was set',
  'c9 account next document': 'drafts keep their currency; due dates recount at finalize',
  'c9 account issued': 'no byte of what is issued changes',
  'c9 account balances': "a balance is told in the account's currency of the moment",
  'c9 first number taken': 'cannot change once a number is taken: 409',
  'c7 account.updated': 'recorded, with the former values',
} as const
