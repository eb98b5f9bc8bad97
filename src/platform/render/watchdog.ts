// A thread of the typesetting process that ends it when its parent is gone, whatever it is doing.

import { workerData } from 'node:worker_threads'

setInterval(() => {
  if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL')
}, 500)
