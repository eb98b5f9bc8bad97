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
  'people guessed at one address':
    'guessing somebody shuts out neither others at that address nor the one guessed at in their browser',
  'people guessed from many addresses':
    'guessing from many addresses is slowed by the email guessed at, and leaves a known browser in',
  'people guessed elsewhere': 'one address that guesses, or one network, shuts out no other',
  'people guessed unknown': 'guessing an unknown email is answered like guessing a known one',
  'people guessed at many': 'who tries one password on many keeps no known browser waiting',
  'people devices':
    'a browser is known for whoever signed in by it, under a name of ours, with an allowance of its own',
  'people devices end':
    'at most ten are known, and none after a new password or a removal, but the one in use',
  'people invited alike':
    'no answer to an invitation or about its link tells whether the address has a user here',
  'people invited again': 'whoever has a user here accepts an invitation with that password',
  'people joined at once':
    'somebody new who joins two accounts at once joins one of them and is told to come back',
  'people factor':
    'a second factor is set up with password and code, ends other sessions, and is asked for from then on',
  'people factor half-open':
    'a password that waits for its code opens nothing, and waits for ten minutes and five codes',
  'people factor password': 'nor does it sign in once the password was replaced',
  'people factor once': 'a code passes once, and none before it after; a recovery code passes once',
  'people factor race': 'of two who use one code at once, one signs in',
  'people factor links': 'no link sets a password or lets in without the second factor there is',
  'people factor off': 'it is turned off with password and code, and all of it is in the audit log',
  'people factor guessed': 'codes are slowed per person, however often the password is entered',
  'people factor required':
    'where an account requires it, nothing is open there until there is one, to keys as before',
  'people factor reset':
    'a command lets in again who has lost phone and codes, and says so in the log',
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
