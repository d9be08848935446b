import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useAction } from './use-action'

const FORMATS = [
  { key: 'xlsx', label: 'Excel 工作簿（.xlsx）' },
  { key: 'csv', label: 'CSV 文件（.csv）' },
] as const

type Format = (typeof FORMATS)[number]['key']

/** Downloads the shown rows, with their filters, as a file. */
export function ExportButton({ ask }: { ask: (format: Format) => Promise<SavedFile> }) {
  const { doIt } = useAction()
  const [isBusy, setIsBusy] = useState(false)
  const save = async (format: Format) => {
    setIsBusy(true)
    await doIt({ run: async () => saveFile(await ask(format)), done: '已导出' })
    setIsBusy(false)
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: [...FORMATS], onClick: ({ key }) => void save(key === 'csv' ? 'csv' : 'xlsx') }}
    >
      <Button icon={<DownloadOutlined />} loading={isBusy}>
        导出
      </Button>
    </Dropdown>
  )
}

/** Downloads a file that exists in one format only. */
export function DownloadButton({ label, ask }: { label: string; ask: () => Promise<SavedFile> }) {
  const { doIt } = useAction()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    await doIt({ run: async () => saveFile(await ask()), done: '已下载' })
    setIsBusy(false)
  }
  return (
    <Button icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()}>
      {label}
    </Button>
  )
}

/** A file from the server; `base64` is its content. */
type SavedFile = { fileName: string; contentType: string; base64: string }

/** How long (ms) the address of a file is kept. Some browsers start to read it only after the press was handled. */
const KEPT_MS = 60_000

/** Makes the browser download a file. */
function saveFile({ fileName, contentType, base64 }: SavedFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
