// What is promised of people signed in, beside what holds for everybody who asks.

export const PEOPLE_ROWS = {
  'people every route': 'without a session, or with one that has ended, no route answers or tells',
  'people elsewhere': 'the account of others is exactly an unknown one, on every route',
  'people roles': 'each role may do what its table says, on every route, and no more',
  'people origin': 'no route writes what another site made a browser send',
  'people personal': 'the same holds for what belongs to a person and to no account',
  'people one credential': 'keys open /v1 alone, cookies /session alone, whatever comes with them',
  'people one cookie': 'two cookies are none, and so is one that is spelt otherwise',
  'people one address':
    'accounts and modes have one spelling; whatever is encoded around it leads nowhere',
  'people forwarded': 'what a proxy would say counts only where one is trusted',
  'people doubled headers': 'a header that came twice vouches for nothing',
  'people idle': 'a session that is left idle for 14 days has ended',
  'people at most': 'after 90 days every session has ended, however busy it was',
  'people elsewhere soon':
    'who is signed out, removed or given a lesser role is so in every process within five seconds',
  'people waiting': 'so is who waits for an event just then',
  'people old password':
    'whoever signs in with a password while it is replaced is not signed in by it',
} as const
