// The executable. Everything it can do is a command.

import { runCommand } from './app/commands.ts'

process.exitCode = await runCommand(process.argv.slice(2), process.env)
