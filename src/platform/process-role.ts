// What a process does: answer requests, do what is due by itself, or both.

export const PROCESS_ROLES = ['serve', 'requests', 'work'] as const
export type ProcessRole = (typeof PROCESS_ROLES)[number]

export const answersRequests = (role: ProcessRole): boolean => role !== 'work'
export const doesWork = (role: ProcessRole): boolean => role !== 'requests'

/** How a process of this role is started. */
export const COMMAND_OF: Record<ProcessRole, string> = {
  serve: 'reckoner serve',
  requests: 'reckoner serve --no-work',
  work: 'reckoner work',
}
