import type { DeskEnd } from './open-desk-words'

/** Opens a page in a tab of its own, whose address is asked for first; shows the address where the browser allows no tab. */
export async function openDesk(addressOf: () => Promise<string>): Promise<DeskEnd> {
  // At once, within the press: browsers open no tab after an answer was waited for.
  const tab = window.open('', '_blank')
  try {
    const address = await addressOf()
    if (!tab) return { kind: 'shown', address }
    tab.opener = null
    tab.location.replace(address)
    return { kind: 'opened', address }
  } catch (error) {
    tab?.close()
    throw error
  }
}
