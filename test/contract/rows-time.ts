// What is promised of time: the test clock, overdue, reminders, and the timeline of an invoice.

export const TIME_ROWS = {
  'b6 advance':
    'a test clock lives through everything due in between, in order, dated when it was due',
  'b6 own clock': 'each test environment has its own clock, and what is made is dated by it',
  'b6 distance': 'to any distance whose dates can be written',
  'b6 never back': 'a clock never runs backwards',
  'b6 live': 'live environments follow the wall, and cannot be reset',
  'b6 advance once': 'an advance repeated with its key is begun once',
  'b6 reset': 'a reset erases the test environment and returns its clock to now',
  'b6 reset once': 'a reset repeated with its key erases once',
  'b6 killed': 'an advance goes on where a killed process left it, and nothing happens twice',
  'b6 reset killed': 'a reset goes on where a killed process left it, and nobody writes meanwhile',
  'b6 downtime': 'what fell due while the service was down is made up for on return, once',
  'b8 reminders':
    'before and after the due date, on civil days of the zone, of what waits for payment',
  'b8 timeline': 'every step is visible on the timeline of the invoice, in order',
} as const
