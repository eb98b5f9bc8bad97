// Every campaign: what `npm run test:<name>` runs in full, and what the gate runs as a small fixed sample.

import { anySeed } from './random.ts'

/** An integer option of the command line. */
export interface Count {
  /** Environment variable from which the test files read it. */
  env: string
  /** Value in a full campaign; without it the test files choose, as in the gate. */
  whole?: () => number
}

export interface Campaign {
  /** Globs below test/. */
  files: string[]
  except?: string[]
  counts: Record<string, Count>
  /** Environment variables that make the files run everything. */
  env?: Record<string, string>
}

const seed = (env: string): Count => ({ env, whole: anySeed })
const exactly = (count: number) => () => count

export const CAMPAIGNS: Record<string, Campaign> = {
  spoil: {
    files: [
      'corruptions-catalogue.test.ts',
      'forgeries.test.ts',
      'forged-chain*.test.ts',
      'chain-sound.test.ts',
    ],
    counts: { seed: seed('CORRUPTIONS_SEED') },
    env: { CORRUPTIONS: 'all', FORGERIES: 'all' },
  },
  upgrades: {
    files: ['crash/upgrade.test.ts', 'migrations/*.test.ts'],
    counts: {},
    env: { DEATHS: 'every' },
  },
  crash: {
    files: ['crash/*.test.ts', 'secret-keys.test.ts'],
    except: ['crash/upgrade.test.ts'],
    counts: { rounds: { env: 'CRASH_ROUNDS', whole: exactly(100) }, seed: seed('CRASH_SEED') },
    env: { DEATHS: 'every' },
  },
  races: {
    files: ['races/*.test.ts'],
    counts: { rounds: { env: 'RACE_ROUNDS', whole: exactly(40) }, seed: seed('RACE_SEED') },
  },
  simulate: {
    files: [
      'simulation/*.test.ts',
      'subscriptions-model.test.ts',
      'changes-model.test.ts',
      'options-model.test.ts',
      'years.test.ts',
      'failing-years.test.ts',
      'gateway-down.test.ts',
      'credit-notes-model.test.ts',
      'note-model.test.ts',
      'sums-model.test.ts',
      '../src/domain/tiling.test.ts',
      '../src/features/payment-methods/payment-methods.test.ts',
      '../src/features/documents/figures.test.ts',
    ],
    counts: {
      // About two seconds each.
      runs: { env: 'SIMULATE_RUNS', whole: exactly(500) },
      // First sequence of the seed.
      first: { env: 'SIMULATE_FIRST' },
      steps: { env: 'SUMS_STEPS', whole: exactly(1_000) },
      subscriptions: { env: 'SIMULATE_SUBSCRIPTIONS', whole: exactly(2_500) },
      changes: { env: 'SIMULATE_CHANGES', whole: exactly(5_000) },
      // The number of runs of each option.
      options: { env: 'SIMULATE_OPTIONS', whole: exactly(400) },
      // Over ten years.
      lives: { env: 'SIMULATE_LIVES', whole: exactly(1_000) },
      // Customers whose payments fail, and over how many years.
      failing: { env: 'SIMULATE_FAILING', whole: exactly(300) },
      years: { env: 'SIMULATE_YEARS', whole: exactly(10) },
      // Charges whose answers are lost.
      charges: { env: 'SIMULATE_CHARGES', whole: exactly(10_000) },
      // Invoices that fall due while a gateway is down.
      due: { env: 'SIMULATE_DUE', whole: exactly(1_000) },
      notes: { env: 'SIMULATE_NOTES', whole: exactly(1_000) },
      invoices: { env: 'FIGURES_INVOICES', whole: exactly(200) },
      seed: seed('SIMULATE_SEED'),
    },
    // Thousands of lives in one file.
    env: { PERIODS: 'all', FILE_MINUTES: '300' },
  },
  fuzz: {
    files: ['fuzz/*.test.ts'],
    counts: { cases: { env: 'FUZZ_CASES', whole: exactly(10_000) }, seed: seed('FUZZ_SEED') },
  },
  pages: {
    files: ['e2e/pages.test.ts', 'e2e/dialogs.test.ts'],
    counts: {},
    env: { LOOKS: 'every' },
  },
  samples: {
    files: ['samples/*.test.ts', 'trigger.test.ts'],
    counts: {},
    env: { SAMPLES: 'every' },
  },
}

/** Takes `--only <word>` out of arguments: a campaign then runs only the files with that word in their path. */
export function takeOnly(args: string[]): { only: string; rest: string[] } {
  const index = args.indexOf('--only')
  const only = args[index + 1]
  // Without a word, it is refused like an unknown option.
  if (index < 0 || only === undefined) return { only: '', rest: args }
  return { only, rest: args.toSpliced(index, 2) }
}

/** Reads counts from arguments; the others are as in a full campaign. Throws the message to print. */
export function readCounts(name: string, args: string[]): Record<string, string> {
  const { counts } = CAMPAIGNS[name] as Campaign
  const example = Object.keys(counts).map((each) => `--${each} <number>`)
  const refuse = (reason: string) =>
    new Error(
      `${reason} Write: npm run test:${name}${example.length > 0 ? ' -- ' : ''}${example.join(' ')}`,
    )
  const values: Record<string, string> = {}
  for (let index = 0; index < args.length; index += 2) {
    const [option = '', value = ''] = args.slice(index)
    const count = option.replace(/^--/, '')
    if (!option.startsWith('--') || !(count in counts)) {
      throw refuse(`test:${name} has no option "${option}".`)
    }
    if (!/^\d+$/.test(value)) throw refuse(`${option} is "${value}"; it must be a whole number.`)
    values[count] = value
  }
  for (const [count, { whole }] of Object.entries(counts)) {
    if (values[count] === undefined && whole) values[count] = String(whole())
  }
  return values
}

export function commandOf(name: string, values: Record<string, string>, only = ''): string {
  const options = Object.entries({ ...(only && { only }), ...values }).map(
    ([option, value]) => `--${option} ${value}`,
  )
  return [`npm run test:${name}`, ...(options.length > 0 ? ['--', ...options] : [])].join(' ')
}
