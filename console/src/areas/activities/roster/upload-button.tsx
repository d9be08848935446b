import { UploadOutlined } from '@ant-design/icons'
import { listImports, uploadRoster } from '@paidang/api/areas/activities/roster'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { App, Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { sentenceOf } from '../../../platform/network-error'
import { useWrite } from '../../../platform/queries'

const MAX_BYTES = 2_097_152

/** What a refusal says, with the headings that the table lacks. */
function reasonOf(error: unknown): string {
  const { missing } = (error instanceof ApiError && (error.data as { missing?: string[] } | undefined)) || {}
  return missing ? `表头缺少：${missing.join('、')}。请照模板补上` : sentenceOf(error)
}

/** Chooses a table, sends it, and opens its page. The very same file opens the batch that is there. */
export function UploadButton({ label, isMain = false }: { label: string; isMain?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const { message } = App.useApp()
  const upload = useWrite(uploadRoster, { changes: [listImports] })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > MAX_BYTES) return void message.error(errors.table_too_large.message)
    upload.mutate(
      { query: { fileName: file.name.slice(-200) }, file },
      {
        onSuccess: ({ id, number, isKnownFile }) => {
          if (isKnownFile) message.info(`这份表已上传过（批次 #${number}），为您打开那一批`)
          navigate(`/roster/${id}`)
        },
        onError: (error) => message.error(reasonOf(error)),
      },
    )
  }
  return (
    <>
      <input ref={input} type="file" accept=".xlsx,.csv" aria-label="选择表格" hidden onChange={choose} />
      <Button
        {...(isMain && { type: 'primary', size: 'large', icon: <UploadOutlined /> })}
        loading={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? '正在读取表格' : label}
      </Button>
    </>
  )
}
