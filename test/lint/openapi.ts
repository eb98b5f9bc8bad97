// Checks openapi.json against Redocly's strict rules in redocly.yaml.

import { join } from 'node:path'
import { lint, loadConfig } from '@redocly/openapi-core'

const root = join(import.meta.dirname, '../..')
const config = await loadConfig({ configPath: join(root, 'redocly.yaml') })
const problems = await lint({ ref: join(root, 'openapi.json'), config })
for (const { ignored, ruleId, message, location } of problems) {
  if (ignored) continue
  console.log(`${location[0]?.pointer ?? ''}: ${message} (${ruleId})`)
  process.exitCode = 1
}
