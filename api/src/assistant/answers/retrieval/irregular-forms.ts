/** Irregular forms that the stemmer does not reduce; each line is a word and its forms. */
const FORMS = `
be is are was were been being am
begin began begun
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
cost costs
deal dealt
do does did done
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
get got gotten
give gave given
go goes went gone
grow grew grown
have has had
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shoot shot
show showed shown
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
understand understood
wear wore worn
win won
write wrote written
man men
woman women
child children
foot feet
tooth teeth
mouse mice
person people
life lives
wife wives
leaf leaves
die died dying death dead
high height
long length
wide width
deep depth
strong strength
born birth
one 1 first 1st
two 2 second 2nd twice
three 3 third 3rd
four 4 fourth 4th
five 5 fifth 5th
six 6 sixth 6th
seven 7 seventh 7th
eight 8 eighth 8th
nine 9 ninth 9th
ten 10 tenth 10th
`;

/** Base form of each irregular form. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...forms] = line.split(' ');
      return forms.map((form): [string, string] => [form, word]);
    }),
);
