// Builds `dist/` from `src/`: JavaScript and types. Removes earlier files.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// import.meta.dirname is not used: the system's Node may be an early 20.
const here = dirname(fileURLToPath(import.meta.url))
const tsc = join(here, '../node_modules/typescript/bin/tsc')
rmSync(join(here, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [tsc, '-p', here], { stdio: 'inherit' })
process.exitCode = status ?? 1
