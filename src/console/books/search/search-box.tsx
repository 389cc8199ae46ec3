import { SearchIcon } from '../../ui/icons.tsx'

/** Where people type what they look for. */
export function SearchBox({ text, onText }: { text: string; onText: (text: string) => void }) {
  return (
    <div className="search-box">
      <SearchIcon />
      <input
        id="book-search"
        type="search"
        aria-label="Search books"
        placeholder="Title, author, subject or ISBN"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}
