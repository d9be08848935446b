import type { ViewNode } from './view.ts'

/** Events that bubble through the screen. Every other event stays at its node. */
const BUBBLING = new Set(['tap', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'longpress', 'longtap'])

/** The position of a touch, in px from the window's corner. */
export type Place = { x: number; y: number }

/**
 * Sends an event to a node and, if its kind bubbles, to all its ancestors, as WeChat does. A handler outside of a
 * component receives the component as the target, not its inner node. `catch…` stops the event.
 *
 * @returns how many handlers were called
 */
export function send(
  target: ViewNode,
  type: string,
  { detail = {}, at, copy }: { detail?: object; at?: Place; copy: <T>(value: T) => T },
): number {
  const timeStamp = performance.now()
  let shown = target
  let called = 0
  for (let node: ViewNode | undefined = target; node; node = node.parent) {
    // The parent is a component: from here on the event's target is the component.
    if (node.isHost && node !== target) shown = node
    const binding = node.bindingOf(type)
    if (binding) {
      called += 1
      const event = { type, timeStamp, detail, mark: {}, target: described(shown), currentTarget: described(node) }
      node.owner.call(binding.method, copy(at ? { ...event, ...touchesOf(type, at) } : event))
      if (binding.stops) break
    }
    if (!BUBBLING.has(type)) break
  }
  return called
}

function described(node: ViewNode): object {
  return { id: node.word('id'), offsetLeft: 0, offsetTop: 0, dataset: node.dataset }
}

function touchesOf(type: string, { x, y }: Place): object {
  const touch = { identifier: 0, pageX: x, pageY: y, clientX: x, clientY: y, force: 1 }
  return { touches: type === 'touchend' ? [] : [touch], changedTouches: [touch] }
}
