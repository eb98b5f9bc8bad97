// Who asks, and by which methods.

export const ACTOR_KINDS = ['key', 'user'] as const
export const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'] as const
