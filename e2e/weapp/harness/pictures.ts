import { nodesIn, type ViewNode } from './view.ts'

const ADDRESS = /url\(\s*["']?([^"')]+)/g

/** Every address of a picture that a page shows, in an image or behind something. */
export function picturesIn(trees: readonly (ViewNode | string)[]): string[] {
  const sources = [...nodesIn(trees)].flatMap((node) => [
    ...(node.tag === 'image' ? [node.word('src')] : []),
    ...[...node.word('style').matchAll(ADDRESS)].map(([, address = '']) => address),
  ])
  return [...new Set(sources)].filter((source) => source !== '')
}
