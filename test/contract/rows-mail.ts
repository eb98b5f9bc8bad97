// What is promised of mails and of the hosted invoice.

export const MAIL_ROWS = {
  'mail outbox': 'finalize writes the mail that brings the invoice, and says where it is',
  'mail language': 'the language is the customer’s',
  'mail no address': 'who has no address is issued to all the same, and the invoice says so',
  'mail sent again': 'it is sent again to the address of today, or to another one',
  'mail hostile names': 'whatever a name is made of, the mail shows it as text',
  'mail receipt': 'the payment that settles an invoice is answered by a receipt',
  'mail lists': 'lists filter by what people look for',
  'c7 invoice.sent': 'an issued invoice is sent with its document, and says so',
  'mail test environments': 'mail of test environments never leaves',
  'mail refused': 'what is refused for good fails at once, and the invoice says so',
  'mail retried': 'a greylisted mail is tried again when it is time, and is then the same',
  'mail message id':
    'dropped after DATA is an unknown end: sent again, recognisable by its Message-ID',
  'mail slow server': 'one that hangs holds up no other',
  'mail headers': 'names beyond ASCII arrive, and no name becomes a header',
  'mail two processes': 'two processes send each mail once',
  'hosted figures': 'the page shows the invoice in the words and figures of its document',
  'hosted closed': 'it loads nothing, runs nothing, is framed, kept and found by nobody',
  'hosted revoked': 'a new address closes the old one at once',
  'hosted hostile texts': 'whatever people write is shown as text',
  'hosted unknown': 'what leads nowhere is told in one shape, in the language of the reader',
  'mail as it looks': 'as a page that may run and fetch nothing, in a frame of our own only',
} as const
