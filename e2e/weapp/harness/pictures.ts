import { nodesIn, type ViewNode } from './view.ts'

const ADDRESS = /url\(\s*["']?([^"')]+)/g

/** Every picture address on a page, in images and in backgrounds. */
export function picturesIn(trees: readonly (ViewNode | string)[]): string[] {
  const sources = [...nodesIn(trees)].flatMap((node) => [
    ...(node.tag === 'image' ? [node.word('src')] : []),
    ...[...node.word('style').matchAll(ADDRESS)].map(([, address = '']) => address),
  ])
  return [...new Set(sources)].filter((source) => source !== '')
}
