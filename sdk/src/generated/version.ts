// The version of this package, by sdk/generate.ts.
export const VERSION = '0.2.0'
