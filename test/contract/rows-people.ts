// What is promised of people signed in, beside what holds for everybody who asks.

export const PEOPLE_ROWS = {
  'c9 members invited': 'whoever is invited joins by the link, with the role that was given',
  'c9 members links': 'a new link ends the one before, and a removed member has lost all of it',
  'c9 members removed': 'a removed member is shut out at once, also where they are signed in',
  'c9 members changed': 'a role that changes counts from the next request on',
  'c9 members owners': 'only owners make, change and remove owners, and the last one stays',
  'c9 members race': 'two owners who remove each other at the same time leave one',
  'c9 members passwords':
    'a password is set by a link, unless its owner belongs to another account as well',
  'c9 members shown once': 'a link that was shown once is not shown again',
  'c9 sessions listed':
    'those of all members, with where they were begun; of one member on request',
  'c9 sessions ended': 'whose session is ended is signed out there, and nowhere else',
  'c9 sessions theirs': 'nobody sees or ends sessions of whoever is no member, or is one no longer',
  'c9 sessions owners': 'those of owners are ended by owners',
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
  'links invitation':
    'an invitation is mailed, works once, and its token is not kept once it has left',
  'links language': 'mails of links speak the language of the account',
  'links by hand': 'a link is shown instead where that is asked for; a later one ends it',
  'links overtaken': 'what was replaced or withdrawn before it left is not mailed',
  'links retried': 'a mail server that fails is tried again, one that refuses is told of',
  'links reset': 'who asks for it gets a link to set a password, which ends all sessions and links',
  'links reset expires': 'within an hour',
  'links reset tells nobody': 'it is the same answer, after the same time, whoever it is about',
  'links reset bounds': 'nobody is mailed more than thrice, and nobody asks for ever',
  'links reset nowhere': 'without a mail server the answer says so, to everybody',
} as const
