// What clients may do that mean harm, beside the bodies and keys of the contract's own sentences.

export const HOSTILE_ROWS = {
  'hostile lengths':
    'two lengths, odd chunks and other dialects: refused, and no request hides in one',
  'hostile headers':
    'floods and repetitions of headers are refused, or mean what the first one says',
  'hostile ambiguity':
    'what two readers could take for two things is refused: two hosts, keys, types, codings, lengths',
  'hostile pipeline': 'requests that come at once are answered in their order',
  'hostile bomb': 'a compressed body is refused and never unpacked',
  'hostile trickle': 'who sends a byte now and then is cut off, and delays nobody',
} as const
