// Bundles the service into a few files instead of two thousand, for tests that start it often: a start takes three
// fifths of the time. Each module still resolves its own source path. The unbuilt service, as users start it, is
// covered by the launcher and README tests and by files run without run.ts.
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

/** Writes the bundle into a folder; returns the path of the bundled `src/main.ts`. */
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
        // An optional addon of pg.
        external: ['pg-native'],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
  return join(folder, 'main.mjs')
}
