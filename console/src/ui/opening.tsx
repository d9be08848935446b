import { ApiError } from '@paidang/api/catalogue/errors'
import { Button, Result, Spin } from 'antd'
import { Link } from 'react-router'
import { Failed } from './failed'
import { Page } from './page'

type OpeningProps = {
  /** What kind of thing is opened. */
  name: string
  /** Where the others of its kind are. */
  list: string
  read: { isError: boolean; error: unknown; refetch: () => unknown }
}

/** What is said where the server knows no such thing (404), or where the address cannot name one (400). */
function missingOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 404) return error.message
  return error.status === 400 ? `没有这个${name}` : undefined
}

/** The page of one thing until it is there: it comes, it could not be read, or there is none. */
export function Opening({ name, list, read: { isError, error, refetch } }: OpeningProps) {
  const missing = isError ? missingOf(error, name) : undefined
  if (missing !== undefined) {
    return (
      <Page title={missing}>
        <Result
          status="404"
          subTitle="可能已经删除，或链接不完整。"
          extra={
            <Link to={list}>
              <Button type="primary" tabIndex={-1}>
                查看全部{name}
              </Button>
            </Link>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={name}>
      {isError ? <Failed error={error} onRetry={refetch} /> : <Spin className="shell-wait" description="正在加载……" />}
    </Page>
  )
}
