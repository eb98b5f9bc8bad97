// Types for the part of autocannon that is used here; the package has none.
declare module 'autocannon' {
  interface Sent {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    connections: number
    duration: number
    timeout: number
    requests: { setupRequest(sent: Sent): Sent }[]
  }
  interface Result {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
