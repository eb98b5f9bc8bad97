// A thread of the typesetting process that kills it when its parent is gone, even while it renders.

import { workerData } from 'node:worker_threads'

setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
}, 500)
