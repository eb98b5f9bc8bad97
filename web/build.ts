// Builds the pages into web/dist: bundled, split by route, and compressed once instead of per request.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
/** Renamed to `dist` when it is complete: an interrupted build leaves nothing half done. */
const made = join(folder, 'dist.new')

/** A hash of the sources, from the launcher, which builds again when it changes. */
const [stamp = ''] = process.argv.slice(2)

/** Preloads the main font file, instead of waiting for the styles. */
const fontAhead: Plugin = {
  name: 'font-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${name}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head',
        })),
  },
}

await build({
  root: folder,
  configFile: false,
  // Its warnings are about server directives in files of dependencies.
  logLevel: 'error',
  // Mantine writes one style tag: the server inserts a fresh nonce into each page.
  html: { cspNonce: 'NONCE' },
  plugins: [fontAhead],
  build: {
    outDir: made,
    emptyOutDir: true,
    target: 'es2024',
    cssTarget: ['chrome120', 'firefox120', 'safari17'],
    // No asset is inlined as a data: URL, which the pages' content security policy would refuse.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    manifest: 'manifest.json',
  },
})
await compressAll(made)
writeFileSync(join(made, 'stamp'), stamp)
rmSync(dist, { recursive: true, force: true })
renameSync(made, dist)

/** Writes name.br and name.gz next to each text file that is large enough to benefit. */
async function compressAll(root: string): Promise<void> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    names
      .filter((name) => /\.(?:js|css|svg)$/.test(name))
      .map(async (name) => {
        const path = join(root, name)
        const text = readFileSync(path)
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(text, { params: quality }),
          promisify(gzip)(text, { level: 9 }),
        ])
        writeFileSync(`${path}.br`, br)
        writeFileSync(`${path}.gz`, gz)
      }),
  )
}
