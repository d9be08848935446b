import type { Package } from './package-files.ts'

type Shared = { title?: unknown; path?: unknown; query?: unknown; imageUrl?: unknown }

const PICTURE = /^(https?:\/\/|wxfile:\/\/|\/)/

/** The errors in the data with which a page is shared to a chat. */
export function shareFaults(built: Package, { title, path, imageUrl }: Shared = {}): string[] {
  const route =
    String(path ?? '')
      .replace(/^\//, '')
      .split('?')[0] ?? ''
  return [
    ...titleFaults(title),
    ...(typeof path === 'string' && path.startsWith('/') ? [] : [`path ${path} does not begin with /`]),
    ...(built.routes.includes(route) ? [] : [`path ${path} is no page`]),
    ...pictureFaults(imageUrl),
  ]
}

/** The errors in the data with which a page is shared to the timeline. It accepts only parameters of the same page. */
export function timelineFaults({ title, query = '', path, imageUrl }: Shared = {}): string[] {
  return [
    ...titleFaults(title),
    ...(typeof query === 'string' && !query.startsWith('?') ? [] : [`query ${query} begins with ?`]),
    ...(path === undefined ? [] : ['path is not taken']),
    ...pictureFaults(imageUrl),
  ]
}

function titleFaults(title: unknown): string[] {
  return typeof title === 'string' && title !== '' ? [] : ['there is no title']
}

function pictureFaults(imageUrl: unknown): string[] {
  return imageUrl === undefined || PICTURE.test(String(imageUrl)) ? [] : [`imageUrl ${imageUrl} is no picture`]
}
