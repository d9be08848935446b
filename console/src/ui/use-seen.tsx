import { Alert, Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useUnsaved } from './unsaved'

/** A row that others can change, too; a change names the revision that was seen. */
type Revised = { revision: number }

/** The callbacks of a form. */
export type Typing = {
  /** Called at the first input. */
  onTyped: () => void
  /** Sends the input; afterwards the form shows the saved row. */
  save: <T>(run: () => Promise<T>) => Promise<T>
}

/**
 * The row for a form, or undefined for a new one. Without input it is the latest version. From the first input on it
 * stays the version that was seen. The server refuses to change that version after a change by somebody else. The
 * input stays meanwhile, and `notice`, to be shown above the form, offers the latest version instead. The form is
 * remounted for each initial row (`key`). Leaving with unsaved input asks first. Revisions that this user made with
 * another form of the row (`own`) cause no conflict.
 */
export function useSeen<Row extends Revised | undefined>(
  latest: Row,
  own: readonly number[] = [],
): { seen: Row; key: number; notice: ReactNode; typing: Typing } {
  const [{ seen, key }, setState] = useState({ seen: latest, key: 0 })
  const [isTyped, setIsTyped] = useState(false)
  // Set at once: after saving, the user may leave before the next render.
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
