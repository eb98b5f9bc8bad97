// The service in a few files instead of two thousand, for tests that start it again and again: a start so takes
// three fifths. Each module finds itself where its source is. As users start it, unbuilt, others start it: those of
// the launcher, the README and whoever runs without a run.
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')

const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}

/** Writes it into a folder; answers the path of what takes the place of `src/main.ts`. */
export async function bundleInto(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    plugins: [places],
    build: {
      ssr: 'src/main.ts',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        // An addon that pg asks for and does without.
        external: ['pg-native'],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return join(folder, 'main.mjs')
}
