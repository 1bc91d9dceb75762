/** The head row of a table of figures: what its rows are of, and a column for each figure. */
export function FiguresHead<Name extends string>(props: {
  of: string;
  names: readonly Name[];
  label: (name: Name) => string;
}) {
  return (
    <thead>
      <tr>
        <th scope="col">{props.of}</th>
        {props.names.map((name) => (
          <th key={name} scope="col">
            {props.label(name)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
