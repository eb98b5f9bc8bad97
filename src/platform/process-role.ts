// The role of a process: serve requests, run background work, or both.

export const PROCESS_ROLES = ['serve', 'requests', 'work'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

export const servesRequests = (role: ProcessRole): boolean => role !== 'work'
export const doesWork = (role: ProcessRole): boolean => role !== 'requests'

/** The command that starts a process of this role. */
export const COMMAND_OF: Record<ProcessRole, string> = {
  serve: 'reckoner serve',
  requests: 'reckoner serve --no-work',
  work: 'reckoner work',
}
