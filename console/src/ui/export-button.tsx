import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { type SavedFile, saveFile } from '../platform/save-file'
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
