// JavaScript, because scripts that run before packages are installed start it.
import { basename, join, posix, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isMain } from './child.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What runs of the server by itself: its programs, its commands, and its threads. */
const PROGRAMS = [
  'main.ts',
  'check-invariants.ts',
  'create-operator.ts',
  'backup.ts',
  'restore.ts',
  'doctor.ts',
  'move-files.ts',
  'process/export-thread.ts',
  'drawing/picture-thread.ts',
].map((path) => join(root, 'server/src', path))

/** Packages of many small modules: to find and read each of these takes a quarter of a start. */
const BUNDLED = [/^@paidang\//, /^typebox/, /^drizzle-orm/, /^prom-client/]

/**
 * Writes each program of the server as JavaScript, with the modules that they share in files beside them. It starts with
 * half the CPU of its sources. Packages stay where they are.
 *
 * @param {string} outDir a directory in server/, which may be moved together with all of server/
 */
export async function compileServer(outDir) {
  const { NODE_ENV } = process.env
  await build({
    configFile: false,
    root: join(root, 'server'),
    logLevel: 'warn',
    plugins: [keepAddresses(outDir), escapeLetters],
    ssr: { external: true, noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      rollupOptions: { input: PROGRAMS, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  // Vite says production where nothing is said, and what this process starts would inherit that.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
}

/**
 * Files that a module looks for beside itself are found from the compiled file as well, and a program that it starts is
 * the compiled one.
 *
 * @param {string} outDir
 * @returns {import('vite').Plugin}
 */
function keepAddresses(outDir) {
  const compiled = new Set(PROGRAMS.map((path) => basename(path)))
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return
      const place = relative(outDir, id).split(sep).join(posix.sep)
      // What compiled TypeScript before this one writes double quotes.
      return code
        .replaceAll(/new URL\((['"])([^'"]+)\.ts\1, import\.meta\.url\)/g, (text, _quote, path) => {
          if (!compiled.has(`${basename(path)}.ts`)) throw new Error(`${id}: ${text} is no program of its own`)
          return `new URL('./${basename(path)}.mjs', ADDRESS)`
        })
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
        .replaceAll('ADDRESS', 'import.meta.url')
    },
  }
}

/**
 * Writes letters beyond ASCII as escapes. V8 keeps two bytes for every letter of a text that has one of them.
 *
 * @type {import('vite').Plugin}
 */
const escapeLetters = {
  name: 'escape-letters',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk') part.code = part.code.replace(/[^\0-\x7f]/g, escapeOf)
    }
  },
}

/** @param {string} letter a half of a pair has its own */
const escapeOf = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

if (isMain(import.meta.url)) await compileServer(resolve(process.env.PAIDANG_OUTPUT ?? 'dist/program'))
