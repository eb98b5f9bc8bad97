// The codes by which products choose their tax rates.

/** `standard`, `exempt`, `reduced`, or `reduced_` and a name of the account's own. */
export const TAX_CODE = '^(standard|exempt|reduced(_[a-z0-9]{1,30})?)$'
