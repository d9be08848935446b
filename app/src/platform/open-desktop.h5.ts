/** The result of opening a page for a desktop: opened in a new tab, address copied, or address only shown. */
export type DesktopResult = { kind: 'opened' | 'copied' | 'shown'; address: string }

/** Opens a page in a new tab, after fetching its address. If the browser allows no tab, it shows the address. */
export async function openOnDesktop(addressOf: () => Promise<string>): Promise<DesktopResult> {
  // Inside the press: browsers open no tab after an await.
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
