import { Alert, Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useUnsaved } from './unsaved'

/** A row that others write, too; who writes it names the revision that he saw. */
type Revised = { revision: number }

/** What a form tells of itself. */
export type Typing = {
  /** Something was typed. */
  onTyped: () => void
  /** Sends what was typed; once that is done the form shows what was saved. */
  save: <T>(run: () => Promise<T>) => Promise<T>
}

/**
 * The row over which a form is filled in, or undefined for one that is not there yet. Until something is typed it is the latest;
 * from then on it stays the one that was seen, which the server refuses to change once somebody else did. What was typed stays
 * meanwhile, and `notice`, to be shown above the form, offers the latest in place of it. The form is drawn anew for each row that it
 * begins with (`key`); whoever leaves with something typed is asked. Revisions that this person made by another form of the row (`own`) stand in nobody's way.
 */
export function useSeen<Row extends Revised | undefined>(
  latest: Row,
  own: readonly number[] = [],
): { seen: Row; key: number; notice: ReactNode; typing: Typing } {
  const [{ seen, key }, setState] = useState({ seen: latest, key: 0 })
  const [isTyped, setIsTyped] = useState(false)
  // Known at once: whoever saved may leave before anything is drawn anew.
  const isUnsaved = useRef(false)
  const setTyped = (is: boolean) => {
    isUnsaved.current = is
    setIsTyped(is)
  }
  useUnsaved(() => isUnsaved.current)
  const [isSaving, setIsSaving] = useState(false)
  const isBehind = latest !== undefined && seen !== undefined && latest.revision > seen.revision
  if (isBehind && !isTyped) setState({ seen: latest, key: key + 1 })
  if (isBehind && isTyped && own.includes(seen.revision + 1)) {
    setState({ seen: { ...seen, revision: seen.revision + 1 }, key })
  }
  const save: Typing['save'] = async (run) => {
    setIsSaving(true)
    try {
      const saved = await run()
      setTyped(false)
      return saved
    } finally {
      setIsSaving(false)
    }
  }
  const notice = isBehind && isTyped && !isSaving && (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title="已被他人修改，您填写的内容还没有保存"
      description="可以先记下您的改动，再载入最新内容重新填写。"
      action={
        <Button size="small" onClick={() => setTyped(false)}>
          载入最新内容
        </Button>
      }
    />
  )
  return { seen, key, notice, typing: { onTyped: () => setTyped(true), save } }
}
