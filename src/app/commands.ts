// temporary
import { loadConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { startService } from './service.ts'
export async function runCommand(_args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const config = loadConfig(env, process.cwd())
  const log = createLog(config.logLevel)
  const service = await startService(config, log)
  console.log(service.url, service.place, service.firstKey)
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  await service.stop()
  return 0
}
